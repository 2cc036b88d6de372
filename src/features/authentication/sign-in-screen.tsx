import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { checkCode, checkPassword } from '#domain/forms/credentials.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { type SignInMethod, signInMethods } from '#src/app/preferences.ts'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { signInTarget } from '#src/routes/search-params.ts'
import { Button } from '#src/ui/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { PasswordField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage, TextLink } from './auth-page.tsx'
import styles from './form.module.css'
import {
  acceptedPhone,
  CodeField,
  checkPhoneFields,
  initialPhone,
  PhoneFields,
  phoneNumber,
  phoneQuery,
  phoneState,
  useCountries,
} from './phone-fields.tsx'

/**
 * The sign-in by phone number and password or one-time code [AUTH-01 AUTH-02]. A link may name the phone and the
 * target page. A user who came from the account switch gets a back button [AUTH-06 ROUTE-03]. The form starts with
 * the method of the last sign-in, and with its number unless that account has signed out.
 */
export const SignInScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { phone, redirect } = useSearch({ from: paths.signIn })
  const isFromSwitch = useLocation({ select: ({ state }) => state.from === 'switch' })
  const [{ lastSignIn }] = usePreferences()
  const [method, setMethod] = useState<SignInMethod>(lastSignIn?.method ?? 'password')
  const { form, countries, number, hasBeenRejected, submit } = useSignInForm({ phone, redirect, method })
  const [hasPhone] = useState(form.values.phone !== '')

  const content = (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <PhoneFields
        countries={countries}
        country={form.field('country')}
        phone={form.field('phone')}
        autoFocus={!hasPhone}
      />
      {method === 'password' ? (
        <PasswordField label={text('auth.password')} {...form.field('password')} autoFocus={hasPhone} />
      ) : (
        <CodeField code={form.field('code')} purpose="sign-in" number={number} reject={form.reject} />
      )}
      {method === 'password' && hasBeenRejected && (
        <p role="status" className={styles.note}>
          {text('auth.no-password')}
          <Button variant="quiet" onPress={() => setMethod('code')}>
            {text('auth.use-code')}
          </Button>
        </p>
      )}
      <div className={styles.end}>
        <TextLink to={paths.forgotPassword} state={phoneState(form.values)}>
          {text('auth.forgot-password')}
        </TextLink>
      </div>
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('auth.sign-in')}
      </Button>
    </form>
  )

  return (
    <AuthPage
      title={text('auth.sign-in.title')}
      subtitle={text('auth.sign-in.subtitle')}
      onBack={isFromSwitch ? () => void navigate({ to: paths.switchAccount }) : undefined}
      footer={
        <>
          {text('auth.no-account')}
          <TextLink
            to={paths.signUp}
            search={phoneQuery(form.values.phone)}
            state={{ redirect, ...phoneState(form.values) }}
          >
            {text('auth.sign-up')}
          </TextLink>
        </>
      }
    >
      <Tabs
        label={text('auth.sign-in.method')}
        items={signInMethods.map((id) => ({
          id,
          label: text(`auth.tab.${id}`),
          content: id === method && content,
        }))}
        selected={method}
        onSelect={(id) => setMethod(id === 'code' ? 'code' : 'password')}
      />
    </AuthPage>
  )
}

interface SignInFormOptions {
  readonly phone: string | undefined
  readonly redirect: string | undefined
  readonly method: SignInMethod
}

const useSignInForm = ({ phone, redirect, method }: SignInFormOptions) => {
  const { authentication } = useClient()
  const { history } = useRouter()
  const { typedPhone } = useLocation().state
  const [{ lastSignIn }, change] = usePreferences()
  const [initial] = useState(() => {
    // While an account is signed in, the form is for another one, or the number is about to be removed.
    const isSignedIn = authentication.view.get().status === 'signed-in'
    return initialPhone(phone, typedPhone ?? (isSignedIn ? undefined : lastSignIn?.number))
  })
  const [hasBeenRejected, setHasBeenRejected] = useState(false)
  const countries = useCountries(initial.country)
  const form = useForm({
    initial: { ...initial, password: '' },
    accept: acceptedPhone,
    check: (values) => ({
      ...checkPhoneFields(countries, values, 'sign-in'),
      ...(method === 'password'
        ? { password: checkPassword(values.password) }
        : { code: checkCode(values.code, 'sign-in') }),
    }),
  })
  const toasts = useToasts()
  const number = phoneNumber(countries, form.values)
  const submit = form.submitting(async ({ password, code, country, phone: digits }) => {
    const outcome =
      method === 'password'
        ? await authentication.signInWithPassword(number, password)
        : await authentication.signInWithCode(number, code)
    if (method === 'password' && !outcome.isOk) setHasBeenRejected(true)
    if (outcome.isOk) {
      change({ lastSignIn: { method, number: { country, phone: digits } } })
      toasts.dismissSticky()
      history.replace(signInTarget(redirect))
    }
    return outcome
  })
  return { form, countries, number, hasBeenRejected, submit }
}
