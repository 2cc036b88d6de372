import { Languages } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePreferences } from '#src/app/app-context.ts'
import { findLocale, locales } from '#src/app/locales.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'

/** The menu of languages, which opens as soon as it is there: its button has been pressed already. */
export const LanguageChoice = () => {
  const text = useText()
  const [, change] = usePreferences()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    button.current?.focus()
    setIsOpen(true)
  }, [])
  return (
    <Menu
      label={text('my.language')}
      trigger={<IconButton ref={button} label={text('my.language')} icon={<Languages />} />}
      entries={locales.map((locale) => ({ id: locale, label: text(`common.language.${locale}`) }))}
      onAction={(id) => change({ locale: findLocale(id) })}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    />
  )
}
