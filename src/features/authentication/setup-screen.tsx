import { Navigate, useLocation, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { AccountClient } from '#client/client.ts'
import {
  checkNickname,
  defaultAvatarLimit,
  isNicknameChanged,
  maxNicknameLength,
} from '#domain/forms/profile-form.ts'
import { useClient } from '#src/app/client-context.tsx'
import { PicturePicker, toUploadFile } from '#src/features/forms/picture-picker.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { linkTo, signInTarget } from '#src/routes/search-params.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage, TextLink } from './auth-page.tsx'
import styles from './form.module.css'

/** The step after a sign-up: avatar and nickname, which may be skipped [AUTH-12]. It leads on like a sign-in. */
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
  const { history } = useRouter()
  const target = useLocation({ select: ({ state }) => signInTarget(state.redirect) })
  const [picture, setPicture] = useState<File>()
  const uploaded = useRef<File>(undefined)
  const form = useForm({
    initial: { nickname, picture: '' },
    check: (values) => ({ nickname: checkNickname(values.nickname) }),
  })

  const upload = async () => {
    if (picture === undefined || picture === uploaded.current) return
    const outcome = await account.changeAvatar(toUploadFile(picture))
    if (!outcome.isOk) return outcome
    uploaded.current = picture
  }
  const submit = form.submitting(async (values) => {
    const rejected = await upload()
    if (rejected) return rejected
    const outcome = isNicknameChanged(values.nickname, nickname)
      ? await account.rename(values.nickname.trim())
      : ({ isOk: true, value: undefined } as const)
    if (outcome.isOk) history.replace(target)
    return outcome
  })

  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <PicturePicker
        id={account.userId}
        name={form.values.nickname}
        label={text(picture === undefined ? 'auth.setup.picture' : 'auth.setup.picture.change')}
        hint={text('auth.setup.picture.hint', { limit: defaultAvatarLimit })}
        picture={picture}
        form={form}
        onChange={setPicture}
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
        <TextLink {...linkTo(target)}>{text('auth.setup.later')}</TextLink>
      </div>
      <p className={styles.note}>
        {text('auth.setup.password')}
        <TextLink to={paths.setPassword}>{text('auth.setup.set-password')}</TextLink>
      </p>
    </form>
  )
}
