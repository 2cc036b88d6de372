import { useMatches } from '@tanstack/react-router'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** What stands where a page is still on its way; a panel over a page that is there is only announced. */
export const PendingPage = () => {
  const text = useText()
  const isFull = useFrameMode() === 'full'
  const isPanel = useMatches({ select: (matches) => isContactPanel(matches.at(-1)?.staticData) })
  if (!isFull || !isPanel) return <LoadingScreen />
  return <VisuallyHidden role="status">{text('common.loading')}</VisuallyHidden>
}

const isContactPanel = (
  place: { readonly section?: string; readonly isPushed?: boolean } | undefined,
): boolean => place?.section === 'contact' && place.isPushed === true
