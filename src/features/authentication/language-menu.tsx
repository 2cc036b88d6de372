import { Languages } from 'lucide-react'
import { usePreferences } from '#src/app/app-context.ts'
import { findLocale, locales } from '#src/app/locales.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Lets somebody who cannot read the page change its language before signing in [I18N-01]. */
export const LanguageMenu = () => {
  const text = useText()
  const [, change] = usePreferences()
  return (
    <Menu
      label={text('my.language')}
      trigger={(target) => <IconButton {...target} label={text('my.language')} icon={<Languages />} />}
      entries={locales.map((locale) => ({ id: locale, label: text(`common.language.${locale}`) }))}
      onAction={(id) => change({ locale: findLocale(id) })}
    />
  )
}
