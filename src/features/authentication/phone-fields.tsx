import { useLingui } from '@lingui/react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { FieldError } from '#domain/forms/field-rule.ts'
import {
  type CountryChoice,
  checkPhone,
  checkPhoneForCode,
  countryChoices,
  defaultTelCode,
  isInternational,
  type PhonePurpose,
  phoneDigits,
  splitInternational,
} from '#domain/forms/phone.ts'
import { useClient } from '#src/app/client-context.tsx'
import type { FieldBinding, Form } from '#src/features/forms/use-form.ts'
import { useSubmission } from '#src/features/forms/use-submission.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ComboBox } from '#src/ui/combo-box.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import type { PhoneNumber } from '#streams/api/account.ts'
import styles from './form.module.css'

interface PhoneFieldsProps {
  readonly countries: Countries
  readonly country: FieldBinding
  readonly phone: FieldBinding
  readonly autoFocus?: boolean
}

/** Country code and phone number [AUTH-01 AUTH-03]. */
export const PhoneFields = ({ countries, country, phone, autoFocus = false }: PhoneFieldsProps) => {
  const text = useText()
  const telCode = countries.choices.find((choice) => choice.iso === country.value)?.telCode
  const type = usePhoneTyping({ countries, country, phone })
  return (
    <>
      <ComboBox
        label={text('auth.country-code')}
        options={countries.choices.map(({ iso, name, telCode: digits }) => ({
          id: iso,
          name,
          detail: `+${digits}`,
        }))}
        selected={country.value}
        onSelect={country.onChange}
        onTurnTo={countries.ask}
        error={country.error}
      />
      {countries.status === 'failed' && (
        <p className={styles.note}>
          {text('auth.country-code.failed')}
          <Button variant="quiet" onPress={() => countries.reload()}>
            {text('common.retry')}
          </Button>
        </p>
      )}
      <TextField
        label={text('auth.phone')}
        {...phone}
        onChange={type}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        autoFocus={autoFocus}
        leading={
          telCode !== undefined && (
            <span className={styles.prefix} aria-hidden="true">
              +{telCode}
            </span>
          )
        }
      />
    </>
  )
}

/** Accepts typed or pasted input. A whole international number also selects its country, once the list is loaded. */
const usePhoneTyping = ({ countries, country, phone }: PhoneFieldsProps) => {
  const [waiting, setWaiting] = useState<string>()
  const type = (typed: string) => {
    const whole = splitInternational(typed, countries.choices, country.value)
    if (whole !== undefined) country.onChange(whole.iso)
    phone.onChange(whole?.phone ?? typed)
    const mustWait = whole === undefined && countries.status !== 'ready' && isInternational(typed)
    if (mustWait) countries.ask()
    setWaiting(mustWait ? typed : undefined)
  }
  const takeUp = useEffectEvent(() => {
    if (waiting === undefined) return
    setWaiting(undefined)
    if (splitInternational(waiting, countries.choices, country.value) !== undefined) type(waiting)
  })
  const isListed = countries.status === 'ready'
  useEffect(() => {
    if (isListed) takeUp()
  }, [isListed])
  return type
}

interface CodeFieldProps {
  readonly code: FieldBinding
  readonly purpose: PhonePurpose
  readonly number: PhoneNumber
  /** Shows an error of the phone number at its field. */
  readonly reject: Form<PhoneField>['reject']
}

/**
 * The one-time code and the button that requests it [AUTH-26 AUTH-30]. A toast shows the result [AUTH-32]. A code
 * that the server printed in its terminal is also announced below the field (DEC-116).
 */
export const CodeField = ({ code, purpose, number, reject }: CodeFieldProps) => {
  const text = useText()
  const { authentication } = useClient()
  const seconds = useReadable(authentication.codeCountdown)
  const request = useSubmission(() => undefined)
  const input = useRef<HTMLInputElement>(null)
  const [isPrinted, setPrinted] = useState(false)

  const ask = () => {
    const error = checkPhoneForCode(number.phone, purpose)
    if (error) return reject('phone', error)
    request.submit(async () => {
      const outcome = await authentication.sendCode(number, purpose === 'sign-up' ? 'sign-up' : 'other')
      setPrinted(outcome.isOk && outcome.value.isPrinted)
      if (outcome.isOk) input.current?.focus()
      return outcome
    })
  }

  return (
    <TextField
      label={text('auth.code')}
      {...code}
      description={isPrinted ? text('auth.code-printed') : undefined}
      inputMode="numeric"
      autoComplete="one-time-code"
      inputRef={input}
      trailing={
        <span className={styles.send}>
          <Button variant="quiet" isDisabled={seconds > 0} isPending={request.isSubmitting} onPress={ask}>
            <span className={classNames(seconds > 0 && styles.spoken)}>{text('auth.send-code')}</span>
            {seconds > 0 && (
              <span className={styles.seconds}>{text('auth.send-code.seconds', { seconds })}</span>
            )}
          </Button>
        </span>
      }
    />
  )
}

type PhoneField = 'country' | 'phone' | 'code'
type PhoneTexts = Readonly<Record<'country' | 'phone', string>>

/**
 * Initial values of a form with a phone number; `phone` may come from a link, or the whole number from another auth page
 * or the last sign-in [AUTH-04 AUTH-08].
 */
export const initialPhone = (phone: string | undefined, known?: PhoneTexts) => ({
  country: (phone === undefined || phone === known?.phone ? known?.country : undefined) ?? defaultCountry,
  phone: phoneDigits(phone ?? known?.phone ?? ''),
  code: '',
})

/** Returns the history state that passes the whole number to another auth page. */
export const phoneState = ({ country, phone }: PhoneTexts) => ({ typedPhone: { country, phone } })

/** Filters the input of a phone number [AUTH-22] and a code. */
export const acceptedPhone = {
  phone: phoneDigits,
  code: (typed: string) => typed.replace(/\s/g, ''),
} as const

const telCodeOf = (countries: Countries, iso: string): string | undefined =>
  countries.choices.find((choice) => choice.iso === iso)?.telCode

/**
 * Returns the phone number for calls. The calling code is empty if no listed country is selected, which
 * `checkCountry` rejects.
 */
export const phoneNumber = (countries: Countries, values: PhoneTexts): PhoneNumber => ({
  telCode: telCodeOf(countries, values.country) ?? '',
  phone: values.phone,
})

/** Rejects a country that is not in the list. */
const checkCountry = (countries: Countries, iso: string): FieldError | undefined =>
  telCodeOf(countries, iso) === undefined ? { key: 'auth.country-code.required' } : undefined

/** Returns the errors of country and phone number. */
export const checkPhoneFields = (countries: Countries, values: PhoneTexts, purpose: PhonePurpose) => ({
  country: checkCountry(countries, values.country),
  phone: checkPhone(values.phone, purpose),
})

/** Returns the query that passes the digits of the phone number to another auth page [ROUTE-03 ROUTE-04]. */
export const phoneQuery = (phone: string) => (phone === '' ? {} : { phone })

type CountriesView = ReturnType<Client['lookups']['countries']['get']>

interface Countries {
  readonly choices: readonly CountryChoice[]
  readonly status: CountriesView['status']
  /** Requests the list, when the user opens it. Until then the preselected country is enough. */
  ask(): void
  reload(): void
}

/**
 * Returns the countries with names in the current language [AUTH-03].
 * @param country the ISO code of the country that is shown first
 */
export const useCountries = (country: string): Countries => {
  const { countries } = useClient().lookups
  const text = useText()
  const { i18n } = useLingui()
  const [isRequested, setIsRequested] = useState(
    () => countries.get().status === 'ready' || country !== defaultCountry,
  )
  const view = useReadable(isRequested ? countries : notRequested)
  const listed = view.status === 'ready' && view.value.length > 0 ? view.value : undefined
  const choices = useMemo(
    () => (listed ? countryChoices(listed, i18n.locale) : [preselectedCountry(text)]),
    [listed, i18n.locale, text],
  )
  return { choices, status: view.status, ask: () => setIsRequested(true), reload: () => countries.reload() }
}

/** The preselected country: the first one with the default calling code. */
export const defaultCountry = 'CN'

/**
 * The only choice until the list is loaded, so that the form works immediately [AUTH-04]. Its name is in the
 * catalogs, because the browser needs 13 ms to load its names of all regions.
 */
const preselectedCountry = (text: Translate): CountryChoice => ({
  iso: defaultCountry,
  telCode: defaultTelCode,
  name: text('auth.country-code.preselected'),
})
