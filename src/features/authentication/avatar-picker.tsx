import { Camera } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { checkAvatarFile, defaultAvatarLimit } from '#domain/forms/avatar-file.ts'
import type { FieldError } from '#domain/forms/field-error.ts'
import type { UserId } from '#schemas/ids.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './avatar-picker.module.css'

interface AvatarPickerProps {
  readonly userId: UserId
  readonly name: string
  readonly picture: File | undefined
  readonly onPick: (picture: File | undefined) => void
}

/** Chooses a picture and shows it before it is uploaded; refuses one that is no image or too large [ME-14]. */
export const AvatarPicker = ({ userId, name, picture, onPick }: AvatarPickerProps) => {
  const text = useText()
  const [error, setError] = useState<FieldError>()
  const preview = usePreview(picture)
  const messageId = useId()
  const pick = (file: File | undefined) => {
    if (file === undefined) return
    const fault = checkAvatarFile(file, defaultAvatarLimit)
    setError(fault)
    onPick(fault ? undefined : file)
  }
  const refuse = () => {
    setError({ key: 'errors.invalid-file' })
    onPick(undefined)
  }
  return (
    <div className={styles.picker}>
      <FileTrigger acceptedFileTypes={['image/*']} onSelect={(files) => pick(files?.[0])}>
        <Button
          className={styles.button ?? ''}
          aria-label={text(picture === undefined ? 'auth.setup.picture' : 'auth.setup.picture.change')}
          aria-describedby={messageId}
        >
          {preview === undefined ? (
            <Avatar id={userId} name={name} size="huge" />
          ) : (
            <img className={styles.preview} src={preview} alt="" onError={refuse} />
          )}
          <span className={styles.camera}>
            <Camera aria-hidden="true" />
          </span>
        </Button>
      </FileTrigger>
      <p id={messageId} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error
          ? text(error.key, error.values)
          : text('auth.setup.picture.hint', { limit: defaultAvatarLimit })}
      </p>
    </div>
  )
}

/** An address under which the page itself can show a file; given back when the file changes or the page goes. */
const usePreview = (file: File | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return setAddress(undefined)
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}
