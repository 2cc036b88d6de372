import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  checkPhoneForCode,
  isInternational,
  type PhonePurpose,
  splitInternational,
} from '#domain/forms/phone.ts'
import { useClient } from '#src/app/client-context.tsx'
import type { FieldBinding, Form } from '#src/features/forms/use-form.ts'
import { useSubmission } from '#src/features/forms/use-submission.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ComboBox } from '#src/ui/combo-box.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { PhoneNumber } from '#streams/api/account.ts'
import styles from './form.module.css'
import type { Countries, PhoneField } from './phone-form.ts'

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
