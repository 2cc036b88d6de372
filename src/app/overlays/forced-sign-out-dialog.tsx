import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'

interface ForcedSignOutDialogProps {
  readonly alertKey: string | undefined
  readonly onAccept: () => void
}

/** The words of the alert; open while there is a key. */
export const ForcedSignOutDialog = ({ alertKey, onAccept }: ForcedSignOutDialogProps) => {
  const text = useText()
  return (
    <Dialog
      role="alertdialog"
      title={text('common.signed-out-title')}
      isOpen={alertKey !== undefined}
      onClose={onAccept}
      footer={
        <Button variant="primary" autoFocus onPress={onAccept}>
          {text('common.ok')}
        </Button>
      }
    >
      <p>{text(alertKey ?? 'errors.log-out')}</p>
    </Dialog>
  )
}
