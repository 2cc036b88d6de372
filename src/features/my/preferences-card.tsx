import { useLingui } from '@lingui/react'
import { Check } from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { findLocale, locales } from '#src/app/locales.ts'
import { schemes, themes } from '#src/app/preferences.ts'
import { findTheme, themeOf } from '#src/app/use-appearance.ts'
import { oneOf } from '#src/routes/search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Segments } from '#src/ui/segments.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

/** Language and looks, in force at once and kept on this device. */
export const PreferencesCard = () => {
  const text = useText()
  const { i18n } = useLingui()
  const [{ scheme, isMotionReduced }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.preferences')}>
      <h2 className={styles.heading}>{text('my.preferences')}</h2>
      <Select
        label={text('my.language')}
        options={locales.map((id) => ({ id, name: text(`common.language.${id}`) }))}
        selected={i18n.locale}
        onSelect={(id) => change({ locale: findLocale(id) })}
      />
      <Segments
        label={text('my.appearance')}
        items={schemes.map((id) => ({ id, label: text(`my.scheme.${id}`) }))}
        selected={scheme}
        onSelect={(id) => change({ scheme: oneOf(schemes, id) ?? scheme })}
      />
      <ThemeChoice />
      <Switch
        label={text('my.reduce-motion')}
        isOn={isMotionReduced}
        onChange={(isOn) => change({ isMotionReduced: isOn })}
      />
    </section>
  )
}

/** The five themes as dots of their own colour [THEME-01]. */
const ThemeChoice = () => {
  const text = useText()
  const { environment } = useApp()
  const [{ theme: chosen }, change] = usePreferences()
  return (
    <RadioGroup
      value={themeOf(chosen, environment.brand)}
      onChange={(id) => change({ theme: findTheme(id) })}
      orientation="horizontal"
      className={classNames(styles.themes)}
    >
      <Label className={classNames(styles.label)}>{text('my.theme')}</Label>
      <div className={styles.swatches}>
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className={classNames(styles.swatch)}>
            {({ isSelected }) => (
              <>
                {/* Naming theme and scheme anew makes this one dot resolve its colours for that theme. */}
                <span className={styles.colour} data-theme={theme} data-scheme="light" aria-hidden="true">
                  {isSelected && <Check />}
                </span>
                {text(`my.theme.${theme}`)}
              </>
            )}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
