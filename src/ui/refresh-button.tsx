import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { useText } from './use-text.ts'

/** Loads the page anew; the chief thing to do, or with `isChief` off one beside another. */
export const RefreshButton = ({ isChief = true }: { readonly isChief?: boolean }) => {
  const text = useText()
  return (
    <Button
      {...(isChief && { variant: 'primary' })}
      icon={<RotateCw aria-hidden="true" />}
      onPress={() => window.location.reload()}
    >
      {text('common.refresh')}
    </Button>
  )
}
