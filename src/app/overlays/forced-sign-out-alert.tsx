import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useClient } from '../client-context.tsx'
import { useSelected } from '../use-readable.ts'

/** Says why this account was signed out; confirming it, or 6 s, signs out [AUTH-39 AUTH-40 AUTH-42]. */
export const ForcedSignOutAlert = () => {
  const text = useText()
  const { authentication } = useClient()
  const alertKey = useSelected(authentication.view, (view) => view.alertKey)
  const accept = () => authentication.acceptForcedSignOut()
  return (
    <Dialog
      role="alertdialog"
      title={text('common.signed-out-title')}
      isOpen={alertKey !== undefined}
      onClose={accept}
      footer={
        <Button variant="primary" autoFocus onPress={accept}>
          {text('common.ok')}
        </Button>
      }
    >
      <p>{text(alertKey ?? 'errors.log-out')}</p>
    </Dialog>
  )
}
