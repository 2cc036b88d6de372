import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { checkCode, checkPassword } from '#domain/forms/credentials.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { signInTarget } from '#src/routes/search.ts'
import { Button } from '#src/ui/button.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { PasswordField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './form.module.css'
import { CodeField, PhoneFields } from './phone-fields.tsx'
import {
  acceptedPhone,
  checkPhoneFields,
  initialPhone,
  phoneNumber,
  phoneQuery,
  phoneWireFields,
  useCountries,
} from './phone-form.ts'
import { TextLink } from './text-link.tsx'

const methods = ['password', 'code'] as const
type Method = (typeof methods)[number]

/**
 * The sign-in by phone number and password or one-time code [AUTH-01 AUTH-02]. A link may name the phone and the
 * target page. A user who came from the account switch gets a back button [AUTH-06 ROUTE-03].
 */
export const SignInScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { phone, redirect } = useSearch({ from: paths.signIn })
  const isFromSwitch = useLocation({ select: ({ state }) => state.from === 'switch' })
  const [method, setMethod] = useState<Method>('password')
  const { form, countries, number, submit } = useSignInForm({ phone, redirect, method })
  const hasPhone = initialPhone(phone).phone !== ''

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
      <div className={styles.end}>
        <TextLink to={paths.forgotPassword}>{text('auth.forgot-password')}</TextLink>
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
          <TextLink to={paths.signUp} search={phoneQuery(form.values.phone)} state={{ redirect }}>
            {text('auth.sign-up')}
          </TextLink>
        </>
      }
    >
      <Tabs
        label={text('auth.sign-in.method')}
        items={methods.map((id) => ({
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
  readonly method: Method
}

const useSignInForm = ({ phone, redirect, method }: SignInFormOptions) => {
  const { authentication } = useClient()
  const { history } = useRouter()
  const countries = useCountries()
  const form = useForm({
    initial: { ...initialPhone(phone), password: '' },
    accept: acceptedPhone,
    wireFields: { ...phoneWireFields, Password: 'password' },
    check: (values) => ({
      ...checkPhoneFields(countries, values, 'sign-in'),
      ...(method === 'password'
        ? { password: checkPassword(values.password) }
        : { code: checkCode(values.code, 'sign-in') }),
    }),
  })
  const number = phoneNumber(countries, form.values)
  const submit = form.submitting(async ({ password, code }) => {
    const outcome =
      method === 'password'
        ? await authentication.signInWithPassword(number, password)
        : await authentication.signInWithCode(number, code)
    if (outcome.isOk) history.replace(signInTarget(redirect))
    return outcome
  })
  return { form, countries, number, submit }
}
