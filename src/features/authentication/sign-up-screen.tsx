import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { checkCode } from '#domain/forms/credentials.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
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
 * Creates an account by phone number and code, then opens the setup [AUTH-09 AUTH-11]. A link may name the phone
 * [AUTH-08 ROUTE-04].
 */
export const SignUpScreen = () => {
  const text = useText()
  const { phone } = useSearch({ from: paths.signUp })
  const { redirect, typedPhone } = useLocation().state
  const navigate = useNavigate()
  const { authentication } = useClient()
  const initial = initialPhone(phone, typedPhone)
  const countries = useCountries(initial.country)
  const form = useForm({
    initial,
    accept: acceptedPhone,
    check: (values) => ({
      ...checkPhoneFields(countries, values, 'sign-up'),
      code: checkCode(values.code, 'sign-up'),
    }),
  })
  const toasts = useToasts()
  const number = phoneNumber(countries, form.values)
  const [, change] = usePreferences()
  const submit = form.submitting(async ({ code, country, phone: digits }) => {
    const outcome = await authentication.signUp(number, code)
    if (outcome.isOk) {
      change({ lastSignIn: { method: 'code', number: { country, phone: digits } } })
      toasts.dismissSticky()
      void navigate({ to: paths.setup, replace: true, state: { redirect } })
    }
    return outcome
  })

  return (
    <AuthPage
      title={text('auth.sign-up.title')}
      subtitle={text('auth.sign-up.subtitle')}
      footer={
        <>
          {text('auth.have-account')}
          <TextLink
            to={paths.signIn}
            search={{ ...phoneQuery(form.values.phone), redirect }}
            state={phoneState(form.values)}
          >
            {text('auth.sign-in')}
          </TextLink>
        </>
      }
    >
      <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
        <PhoneFields
          countries={countries}
          country={form.field('country')}
          phone={form.field('phone')}
          autoFocus
        />
        <CodeField code={form.field('code')} purpose="sign-up" number={number} reject={form.reject} />
        <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
          {text('auth.sign-up')}
        </Button>
        <LegalNote />
      </form>
    </AuthPage>
  )
}

/** Links to both legal pages, in new tabs so that the form keeps its input [AUTH-09]. */
const LegalNote = () => {
  const text = useText()
  return (
    <p className={styles.legal}>
      {text('auth.sign-up.accept')}{' '}
      <TextLink to={paths.agreement} target="_blank">
        {text('auth.agreement')}
      </TextLink>
      {' · '}
      <TextLink to={paths.privacy} target="_blank">
        {text('auth.privacy')}
      </TextLink>
    </p>
  )
}
