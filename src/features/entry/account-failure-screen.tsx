import { CircleAlert } from 'lucide-react'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { NoticePage } from './notice-page.tsx'

/**
 * Somebody is signed in, but a part of the app could not be fetched: it is tried again by itself and by a button. After
 * a new version was put in place only loading the page anew helps.
 */
export const AccountFailureScreen = ({ onRetry }: { readonly onRetry: () => void }) => {
  const text = useText()
  return (
    <NoticePage
      icon={<CircleAlert />}
      title={text('errors.start-failed')}
      description={text('errors.part-missing.reason')}
      actions={
        <>
          <Button variant="primary" onPress={onRetry}>
            {text('common.retry')}
          </Button>
          <RefreshButton isChief={false} />
        </>
      }
    />
  )
}
