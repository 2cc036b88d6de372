import { useEffect, useEffectEvent, useState } from 'react'
import { isInternational, splitInternational } from '#domain/forms/phone.ts'
import type { FieldBinding } from '#src/features/forms/use-form.ts'
import { Button } from '#src/ui/button.tsx'
import { ComboBox } from '#src/ui/combo-box.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './form.module.css'
import type { Countries } from './use-countries.ts'

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
