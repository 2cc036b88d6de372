import { Camera } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { FileTrigger, Button as PlainButton } from 'react-aria-components'
import type { FieldError } from '#domain/forms/field-rule.ts'
import { checkAvatarFile, defaultAvatarLimit } from '#domain/forms/profile-form.ts'
import { Avatar, type AvatarProps } from '#src/ui/avatar.tsx'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import type { UploadFile } from '#streams/upload-file.ts'
import styles from './picture-picker.module.css'
import type { Form } from './use-form.ts'

/** The image types that the server accepts. It checks the bytes, not the name. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface PicturePickerProps extends Pick<AvatarProps, 'id' | 'name' | 'url'> {
  /** The accessible name of the button. */
  readonly label: string
  /** What may be picked. */
  readonly hint: string
  /** The cropped picture, shown before its upload. */
  readonly picture: File | undefined
  /** The form whose field `picture` shows the errors. */
  readonly form: Pick<Form<'picture'>, 'field' | 'change' | 'reject'>
  /** Called with the cropped picture, or with undefined when the picked one is rejected. */
  readonly onChange: (picture: File | undefined) => void
}

/**
 * Selects the picture of a person or a group, and crops it. Rejects a file that is no image or too large [ME-01 ME-14].
 * Needs the texts of the signed-in pages.
 */
export const PicturePicker = ({
  id,
  name,
  url,
  label,
  hint,
  picture,
  form,
  onChange,
}: PicturePickerProps) => {
  const preview = usePreview(picture)
  const messageId = useId()
  const { error } = form.field('picture')
  const [picked, setPicked] = useState<File>()
  const close = () => setPicked(undefined)
  const { Component: PictureEditor } = useWhenNeeded(picked !== undefined, loadEditor, close)
  const reject = (fault: FieldError) => {
    form.reject('picture', fault)
    onChange(undefined)
  }
  const pick = (file: File | undefined) => {
    if (file === undefined) return
    const fault = checkAvatarFile(file, defaultAvatarLimit)
    if (fault) return reject(fault)
    setPicked(file)
  }
  const accept = (cropped: File) => {
    close()
    form.change('picture', cropped.name)
    onChange(cropped)
  }
  return (
    <div className={styles.picker}>
      <div className={styles.picture}>
        {preview === undefined ? (
          <Avatar id={id} name={name} url={url} size="huge" />
        ) : (
          <img className={styles.preview} src={preview} alt="" />
        )}
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={(files) => pick(files?.[0])}>
          <PlainButton className={styles.button ?? ''} aria-label={label} aria-describedby={messageId}>
            <span className={styles.camera}>
              <Camera aria-hidden="true" />
            </span>
          </PlainButton>
        </FileTrigger>
      </div>
      <p
        id={messageId}
        className={error === undefined ? styles.hint : styles.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? hint}
      </p>
      {PictureEditor && picked !== undefined && (
        <PictureEditor
          isAvatar
          picture={picked}
          onDone={accept}
          onClose={close}
          onUnreadable={() => {
            close()
            reject({ key: 'errors.invalid-file' })
          }}
        />
      )}
    </div>
  )
}

const loadEditor = onceLoaded(async () => (await import('../media/picture-editor.tsx')).PictureEditor)

/** Returns the picked picture as an upload takes it. */
export const toUploadFile = (picture: File): UploadFile => {
  const { name, type, size } = picture
  return { name, type, size, content: picture }
}

/** Returns an object URL of a file. It is revoked when the file changes or the component unmounts. */
export const usePreview = (file: File | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (file === undefined) return setAddress(undefined)
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}
