import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { findLocale, locales } from '#src/app/locales.ts'
import { displayModes, schemes, themes } from '#src/app/preferences.ts'
import { findTheme, themeOf } from '#src/app/use-appearance.ts'
import { appVersion } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
import { oneOf } from '#src/routes/search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Segments } from '#src/ui/segments.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { MyPage } from './my-page.tsx'
import styles from './my-screen.module.css'

/** Language, frame and appearance of this device [SET-01]. An embedding app decides about some of them [SET-02]. */
export const GeneralScreen = () => {
  const text = useText()
  const { embeddedIn } = useReadable(useApp().host)
  return (
    <MyPage titleId="my.general">
      {embeddedIn === undefined && <LanguageAndFrame />}
      <Appearance />
      <p className={styles.version}>
        {text('my.version', { version: appVersion })} ·{' '}
        <Link to={paths.commandCenter} className={styles.diagnostics ?? ''}>
          {text('common.diagnostics.title')}
        </Link>
      </p>
    </MyPage>
  )
}

const LanguageAndFrame = () => {
  const text = useText()
  const { i18n } = useLingui()
  const [{ displayMode }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.language')}>
      <Select
        label={text('my.language')}
        options={locales.map((id) => ({ id, name: text(`common.language.${id}`) }))}
        selected={i18n.locale}
        onSelect={(id) => change({ locale: findLocale(id) })}
      />
      <Segments
        label={text('my.display-mode')}
        items={displayModes.map((id) => ({ id, label: text(`my.display-mode.${id}`) }))}
        selected={displayMode}
        onSelect={(id) => change({ displayMode: oneOf(displayModes, id) ?? displayMode })}
      />
    </section>
  )
}

/** Changes apply immediately and are stored on this device. */
const Appearance = () => {
  const text = useText()
  const [{ scheme, isMotionReduced }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.appearance')}>
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

/** The five themes as dots in their colours [THEME-01]. */
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
                {/* Repeating theme and scheme makes this dot resolve its colours for that theme. */}
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
