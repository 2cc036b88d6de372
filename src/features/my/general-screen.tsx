import { useLingui } from '@lingui/react'
import { Bug, Check, HardDrive, Info, Keyboard, MessageCircleQuestion } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { findLocale, locales } from '#src/app/locales.ts'
import { oneOf } from '#src/app/one-of.ts'
import { displayModes, schemes, textSizes, themes } from '#src/app/preferences.ts'
import { findTheme, themeOf } from '#src/app/use-appearance.ts'
import { useMedia } from '#src/app/use-media.ts'
import { paths } from '#src/routes/route-table.ts'
import { classNames } from '#src/ui/class-names.ts'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Segments } from '#src/ui/segments.tsx'
import { Select } from '#src/ui/select.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useFileSize } from '#src/ui/use-file-size.ts'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import themeStyles from './general-screen.module.css'
import { MyPage, Setting } from './my-page.tsx'
import styles from './my-screen.module.css'
import { Entry } from './my-screen.tsx'

/** Language, frame and appearance of this device [SET-01]. An embedding app decides about some of them [SET-02]. */
export const GeneralScreen = () => {
  const { embeddedIn } = useReadable(useApp().host)
  return (
    <MyPage titleId="my.general">
      {embeddedIn === undefined && <LanguageAndFrame />}
      <Appearance />
      <div className={styles.group}>
        <StorageEntry />
        <ShortcutsEntry />
        <Entry to={paths.feedback} icon={MessageCircleQuestion} titleId="my.feedback" />
        <Entry to={paths.commandCenter} icon={Bug} titleId="common.diagnostics.title" />
        {embeddedIn === undefined && <Entry to={paths.about} icon={Info} titleId="my.about" />}
      </div>
    </MyPage>
  )
}

/** Leads to clearing the cache, with the size that this site takes on the device. */
const StorageEntry = () => {
  const text = useText()
  const sizeText = useFileSize()
  const [usage, setUsage] = useState<number>()
  useEffect(() => {
    let isCurrent = true
    navigator.storage?.estimate().then(
      (estimate) => isCurrent && setUsage(estimate.usage),
      // Without an estimate the entry shows no size.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const detail = !usage ? {} : { detail: text('my.storage.total', { size: sizeText(usage) }) }
  return <Entry to={paths.storage} icon={HardDrive} titleId="my.storage" {...detail} />
}

const loadSheet = onceLoaded(
  async () => (await import('../command-palette/shortcut-sheet.tsx')).ShortcutSheet,
)

/** Opens the shortcut sheet, on devices that may have a keyboard. */
const ShortcutsEntry = () => {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const { Component } = useWhenNeeded(isOpen, loadSheet, close)
  if (!useMedia('(any-pointer: fine)')) return null
  return (
    <>
      <button type="button" className={listRowTarget} onClick={() => setIsOpen(true)}>
        <ListRow leading={<RowIcon icon={Keyboard} isSmall />} title={text('commands.shortcuts')} />
      </button>
      {Component && <Component isOpen={isOpen} onClose={close} />}
    </>
  )
}

const LanguageAndFrame = () => {
  const text = useText()
  const { i18n } = useLingui()
  const [{ displayMode }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.language')}>
      <Setting id="language">
        <Select
          label={text('my.language')}
          options={locales.map((id) => ({ id, name: text(`common.language.${id}`) }))}
          selected={i18n.locale}
          onSelect={(id) => change({ locale: findLocale(id) })}
        />
      </Setting>
      <Setting id="display-mode">
        <Segments
          label={text('my.display-mode')}
          items={displayModes.map((id) => ({ id, label: text(`my.display-mode.${id}`) }))}
          selected={displayMode}
          onSelect={(id) => change({ displayMode: oneOf(displayModes, id) ?? displayMode })}
        />
      </Setting>
    </section>
  )
}

/** Changes apply immediately and are stored on this device. */
const Appearance = () => {
  const text = useText()
  const [{ scheme, textSize, isMotionReduced }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.appearance')}>
      <Setting id="appearance">
        <Segments
          label={text('my.appearance')}
          items={schemes.map((id) => ({ id, label: text(`my.scheme.${id}`) }))}
          selected={scheme}
          onSelect={(id) => change({ scheme: oneOf(schemes, id) ?? scheme })}
        />
      </Setting>
      <Setting id="theme">
        <ThemeChoice />
      </Setting>
      <Setting id="text-size">
        <Segments
          label={text('my.text-size')}
          items={textSizes.map((id) => ({ id, label: text(`my.text-size.${id}`) }))}
          selected={textSize}
          onSelect={(id) => change({ textSize: oneOf(textSizes, id) ?? textSize })}
        />
      </Setting>
      <Setting id="reduce-motion">
        <Switch
          label={text('my.reduce-motion')}
          isOn={isMotionReduced}
          onChange={(isOn) => change({ isMotionReduced: isOn })}
        />
      </Setting>
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
      className={classNames(themeStyles.themes)}
    >
      <Label className={classNames(themeStyles.label)}>{text('my.theme')}</Label>
      <div className={themeStyles.swatches}>
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className={classNames(themeStyles.swatch)}>
            {({ isSelected }) => (
              <>
                {/* Repeating theme and scheme makes this dot resolve its colours for that theme. */}
                <span
                  className={themeStyles.colour}
                  data-theme={theme}
                  data-scheme="light"
                  aria-hidden="true"
                >
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
