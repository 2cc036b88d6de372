import { Navigate, useNavigate } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FileTrigger, Button as PlainButton } from 'react-aria-components'
import type { AccountClient } from '#client/client.ts'
import type { FieldError } from '#domain/forms/field-rule.ts'
import {
  checkAvatarFile,
  checkNickname,
  defaultAvatarLimit,
  isNicknameChanged,
  maxNicknameLength,
} from '#domain/forms/profile-form.ts'
import type { UserId } from '#schemas/ids.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { usePreview } from '#src/ui/use-preview.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
import { TextLink } from './text-link.tsx'

/** The step after a sign-up: avatar and nickname, which may be skipped [AUTH-12]. */
export const SetupScreen = () => {
  const text = useText()
  const { account, status, nickname } = useNewAccount()
  if (status === 'signed-out') return <Navigate to={paths.signIn} replace />
  return (
    <AuthPage title={text('auth.setup.title')} subtitle={text('auth.setup.subtitle')}>
      {account === undefined || nickname === undefined ? (
        <Spinner />
      ) : (
        <SetupForm account={account} nickname={nickname} />
      )}
    </AuthPage>
  )
}

/** Returns the new account and its generated nickname; undefined until they are loaded. */
const useNewAccount = () => {
  const client = useClient()
  const account = useReadable(client.account)
  const { status, accounts, chosen } = useReadable(client.authentication.view)
  const nickname = accounts.find((stored) => stored.userId === chosen)?.nickname
  return { account, status, nickname }
}

interface SetupFormProps {
  readonly account: AccountClient
  readonly nickname: string
}

const SetupForm = ({ account, nickname }: SetupFormProps) => {
  const text = useText()
  const navigate = useNavigate()
  const [picture, setPicture] = useState<File>()
  const uploaded = useRef<File>(undefined)
  const form = useForm({
    initial: { nickname, picture: '' },
    wireFields: { NickName: 'nickname', file: 'picture' },
    check: (values) => ({ nickname: checkNickname(values.nickname) }),
  })

  const upload = async () => {
    if (picture === undefined || picture === uploaded.current) return
    const { name, type, size } = picture
    const outcome = await account.changeAvatar({ name, type, size, content: picture })
    if (!outcome.isOk) return outcome
    uploaded.current = picture
  }
  const submit = form.submitting(async (values) => {
    const rejected = await upload()
    if (rejected) return rejected
    const outcome = isNicknameChanged(values.nickname, nickname)
      ? await account.rename(values.nickname.trim())
      : ({ isOk: true, value: undefined } as const)
    if (outcome.isOk) void navigate({ to: paths.messages, replace: true })
    return outcome
  })

  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <AvatarPicker
        userId={account.userId}
        name={form.values.nickname}
        picture={picture}
        error={form.field('picture').error}
        onPick={(file) => {
          form.change('picture', file.name)
          setPicture(file)
        }}
        onReject={(error) => {
          form.reject('picture', error)
          setPicture(undefined)
        }}
      />
      <TextField
        label={text('auth.setup.nickname')}
        {...form.field('nickname')}
        maximum={maxNicknameLength}
        autoComplete="nickname"
        autoFocus
      />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting} isDisabled={!form.isValid}>
        {text('auth.setup.done')}
      </Button>
      <div className={styles.centre}>
        <TextLink to={paths.messages}>{text('auth.setup.later')}</TextLink>
      </div>
    </form>
  )
}

/** The image types that the server accepts. It checks the bytes, not the name. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

interface AvatarPickerProps {
  readonly userId: UserId
  readonly name: string
  readonly picture: File | undefined
  /** The error of the picture as text. */
  readonly error: string | undefined
  readonly onPick: (picture: File) => void
  readonly onReject: (error: FieldError) => void
}

/** Selects a picture and shows it before the upload. Rejects one that is no image or too large [ME-14]. */
const AvatarPicker = ({ userId, name, picture, error, onPick, onReject }: AvatarPickerProps) => {
  const text = useText()
  const preview = usePreview(picture)
  const messageId = useId()
  const pick = (file: File | undefined) => {
    if (file === undefined) return
    const fault = checkAvatarFile(file, defaultAvatarLimit)
    if (fault) return onReject(fault)
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
            onError={() => onReject({ key: 'errors.invalid-file' })}
          />
        )}
        <FileTrigger acceptedFileTypes={pictureTypes} onSelect={(files) => pick(files?.[0])}>
          <PlainButton
            className={styles.button ?? ''}
            aria-label={text(picture === undefined ? 'auth.setup.picture' : 'auth.setup.picture.change')}
            aria-describedby={messageId}
          >
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
        {error ?? text('auth.setup.picture.hint', { limit: defaultAvatarLimit })}
      </p>
    </div>
  )
}
