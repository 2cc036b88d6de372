import { Camera } from 'lucide-react'
import { useId } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import type { FieldError } from '#domain/forms/field-rule.ts'
import { checkAvatarFile, defaultAvatarLimit } from '#domain/forms/profile-form.ts'
import type { UserId } from '#schemas/ids.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { usePreview } from '#src/ui/use-preview.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './avatar-picker.module.css'

/** What the server keeps as a picture; it looks at the bytes, whatever the file is called. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface AvatarPickerProps {
  readonly userId: UserId
  readonly name: string
  readonly picture: File | undefined
  /** What is wrong with the picture, in words. */
  readonly error: string | undefined
  readonly onPick: (picture: File) => void
  readonly onRefuse: (error: FieldError) => void
}

/** Chooses a picture and shows it before it is uploaded; refuses one that is no image or too large [ME-14]. */
export const AvatarPicker = ({ userId, name, picture, error, onPick, onRefuse }: AvatarPickerProps) => {
  const text = useText()
  const preview = usePreview(picture)
  const messageId = useId()
  const pick = (file: File | undefined) => {
    if (file === undefined) return
    const fault = checkAvatarFile(file, defaultAvatarLimit)
    if (fault) return onRefuse(fault)
    onPick(file)
  }
  return (
    <div className={styles.picker}>
      <div className={styles.picture}>
        {preview === undefined ? (
          <Avatar id={userId} name={name} size="huge" />
        ) : (
          <img
            className={styles.preview}
            src={preview}
            alt=""
            onError={() => onRefuse({ key: 'errors.invalid-file' })}
          />
        )}
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={(files) => pick(files?.[0])}>
          <Button
            className={styles.button ?? ''}
            aria-label={text(picture === undefined ? 'auth.setup.picture' : 'auth.setup.picture.change')}
            aria-describedby={messageId}
          >
            <span className={styles.camera}>
              <Camera aria-hidden="true" />
            </span>
          </Button>
        </FileTrigger>
      </div>
      <p
        id={messageId}
        className={error === undefined ? styles.hint : styles.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? text('auth.setup.picture.hint', { limit: defaultAvatarLimit })}
      </p>
    </div>
  )
}
