import { CircleAlert } from 'lucide-react'
import { Button, RefreshButton } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { NoticePage } from './notice-page.tsx'

/**
 * Shown if a part of the app could not be loaded after the sign-in. Retries automatically and by a button. After an
 * update only a reload helps.
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
