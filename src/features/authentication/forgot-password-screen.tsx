import { type HistoryState, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  checkCode,
  checkConfirmation,
  checkNewPassword,
  minNewPasswordLength,
} from '#domain/forms/credentials.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { PasswordField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
import {
  acceptedPhone,
  CodeField,
  checkPhoneFields,
  initialPhone,
  PhoneFields,
  phoneNumber,
  phoneQuery,
  useCountries,
} from './phone-fields.tsx'

type TypedPhone = HistoryState['typedPhone']

/**
 * Two steps: verifies the phone number, then sets a new password [AUTH-15]. Starts with the number of the sign-in form,
 * and passes its own to it at the end.
 */
export const ForgotPasswordScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { typedPhone } = useLocation().state
  const [phone, setPhone] = useState(typedPhone)
  const [isVerified, setVerified] = useState(false)
  const step = isVerified ? 2 : 1
  return (
    <AuthPage
      key={step}
      title={text('auth.forgot.title')}
      subtitle={`${text('auth.forgot.step', { step, count: 2 })} · ${text(
        isVerified ? 'auth.forgot.password.subtitle' : 'auth.forgot.verify.subtitle',
      )}`}
      onBack={() => (isVerified ? setVerified(false) : navigate({ to: paths.signIn, state: { typedPhone } }))}
    >
      {isVerified ? (
        <NewPasswordForm phone={phone} />
      ) : (
        <VerifyForm
          phone={phone}
          onVerified={(verified) => {
            setPhone(verified)
            setVerified(true)
          }}
        />
      )}
    </AuthPage>
  )
}

interface VerifyFormProps {
  /** The phone number that the form starts with. */
  readonly phone: TypedPhone
  readonly onVerified: (phone: TypedPhone) => void
}

const VerifyForm = ({ phone, onVerified }: VerifyFormProps) => {
  const text = useText()
  const { authentication } = useClient()
  const initial = initialPhone(undefined, phone)
  const countries = useCountries(initial.country)
  const form = useForm({
    initial,
    accept: acceptedPhone,
    check: (values) => ({
      ...checkPhoneFields(countries, values, 'reset'),
      code: checkCode(values.code, 'reset'),
    }),
  })
  const toasts = useToasts()
  const number = phoneNumber(countries, form.values)
  const submit = form.submitting(async ({ code, country, phone: digits }) => {
    const outcome = await authentication.verifyPhone(number, code)
    if (outcome.isOk) {
      toasts.dismissSticky()
      onVerified({ country, phone: digits })
    }
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <PhoneFields
        countries={countries}
        country={form.field('country')}
        phone={form.field('phone')}
        autoFocus
      />
      <CodeField code={form.field('code')} purpose="reset" number={number} reject={form.reject} />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('auth.forgot.next')}
      </Button>
    </form>
  )
}

const NewPasswordForm = ({ phone }: { readonly phone: TypedPhone }) => {
  const text = useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const { authentication } = useClient()
  const [, change] = usePreferences()
  const form = useForm({
    initial: { password: '', confirmation: '' },
    check: ({ password, confirmation }) => ({
      password: checkNewPassword(password),
      confirmation: checkConfirmation(password, confirmation),
    }),
  })
  const submit = form.submitting(async ({ password }) => {
    const outcome = await authentication.resetPassword(password)
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: text('auth.forgot.saved') })
    change({ lastSignIn: { method: 'password' } })
    void navigate({
      to: paths.signIn,
      search: phoneQuery(phone?.phone ?? ''),
      state: { typedPhone: phone },
      replace: true,
    })
    return outcome
  })
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
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
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('auth.forgot.save')}
      </Button>
    </form>
  )
}
