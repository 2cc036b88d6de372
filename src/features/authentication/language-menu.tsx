import { Languages } from 'lucide-react'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useOnDemand } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'

const load = async () => (await import('./language-choice.tsx')).LanguageChoice

/** Lets somebody who cannot read the page change its language before signing in [I18N-01]; few do, so it is fetched then. */
export const LanguageMenu = () => {
  const text = useText()
  const { Component, want } = useOnDemand(load)
  if (Component) return <Component />
  return (
    <IconButton
      label={text('my.language')}
      icon={<Languages />}
      aria-haspopup="menu"
      aria-expanded={false}
      onPress={want}
    />
  )
}
