import { use } from 'react'
import { OverPageContext } from '#src/app/frame/over-page.ts'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** What stands where a page is still on its way; a panel over a page that is there is only announced. */
export const PendingPage = () => {
  const text = useText()
  if (!use(OverPageContext)) return <LoadingScreen />
  return <VisuallyHidden role="status">{text('common.loading')}</VisuallyHidden>
}
