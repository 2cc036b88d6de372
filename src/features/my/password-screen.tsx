import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnSettings } from '#client/own-settings.ts'
import { checkConfirmation, checkNewPassword, minNewPasswordLength } from '#domain/forms/credentials.ts'
import { done } from '#domain/http/rejection.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { PasswordField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'
import { MyPage, WithOwnSettings } from './my-page.tsx'
import styles from './my-screen.module.css'

/** Checks the current password, then sets a new one; without one leads to set-password [SET-12 SET-14]. */
export const PasswordScreen = () => (
  <MyPage titleId="my.password.change" parent={paths.security}>
    <WithOwnSettings>{(settings) => <ChangePassword settings={settings} />}</WithOwnSettings>
  </MyPage>
)

/** Sets the first password, which needs no other [SET-14]. */
export const SetPasswordScreen = () => (
  <MyPage titleId="my.password.set" parent={paths.security}>
    <WithOwnSettings>
      {(settings) => <NewPasswordForm settings={settings} hintId="my.password.none" />}
    </WithOwnSettings>
  </MyPage>
)

interface SettingsProps {
  readonly settings: OwnSettings
}

const ChangePassword = ({ settings }: SettingsProps) => {
  const [isProved, setIsProved] = useState(false)
  const known = useReadable(settings.hasPassword)
  if (isProved) return <NewPasswordForm settings={settings} hintId="my.password.proved" />
  if (known.status === 'loading') return <SkeletonList rows={2} />
  if (known.status === 'failed') return <ErrorState onRetry={settings.hasPassword.reload} />
  if (!known.value) return <Navigate to={paths.setPassword} replace />
  return <CurrentPasswordForm settings={settings} onProved={() => setIsProved(true)} />
}

/** Any text may be the current password; the server decides [SET-13]. */
const CurrentPasswordForm = ({ settings, onProved }: SettingsProps & { readonly onProved: () => void }) => {
  const text = useText()
  const form = useForm({ initial: { password: '' } })
  const submit = form.submitting(async ({ password }) => {
    const outcome = await settings.checkPassword(password)
    if (outcome.isOk) onProved()
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.quiet}>{text('my.password.current.hint')}</p>
      <PasswordField label={text('my.password.current')} {...form.field('password')} autoFocus />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('my.password.next')}
      </Button>
    </form>
  )
}

/** Sets the password, then signs out, since the new one has to be used [AUTH-54]. */
const NewPasswordForm = ({ settings, hintId }: SettingsProps & { readonly hintId: string }) => {
  const text = useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const { authentication } = useClient()
  const [{ lastSignIn }, change] = usePreferences()
  const { phone = '' } = useReadable(useAccount().profile) ?? {}
  const unsentCount = authentication.unsentCount()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    check: ({ password, confirmation }) => ({
      password: checkNewPassword(password),
      confirmation: checkConfirmation(password, confirmation),
    }),
  })
  const submit = form.submitting(async ({ password }) => {
    const outcome = await settings.setPassword(password)
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: text('auth.forgot.saved') })
    change({ lastSignIn: { method: 'password' } })
    const known = lastSignIn?.number
    const state = { typedPhone: known?.phone === phone ? known : undefined }
    await navigate({ to: paths.signIn, search: { phone }, state, replace: true })
    await authentication.signOut()
    return done
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <p className={styles.quiet}>{text(hintId)}</p>
      <PasswordField
        label={text('auth.new-password')}
        description={text('auth.new-password.hint', { count: minNewPasswordLength })}
        {...form.field('password')}
        autoComplete="new-password"
        autoFocus
      />
      <PasswordField
        label={text('auth.confirm-password')}
        {...form.field('confirmation')}
        autoComplete="new-password"
      />
      <p className={styles.quiet}>{text('my.password.consequence')}</p>
      {unsentCount > 0 && (
        <p className={styles.warning}>{text('my.log-out-unsent', { count: unsentCount })}</p>
      )}
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('auth.forgot.save')}
      </Button>
    </form>
  )
}
