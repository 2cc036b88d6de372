import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useApp } from '../app-context.ts'

export interface NotificationDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Offers to allow notifications; the browser then asks for its permission [NOTIF-10]. */
export const NotificationDialog = ({ isOpen, onClose }: NotificationDialogProps) => {
  const text = useText()
  const { notifications } = useApp()
  const allow = () => {
    onClose()
    notifications?.request()
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('messages.notify.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('messages.notify.decline')}</Button>
          <Button variant="primary" autoFocus onPress={allow}>
            {text('messages.notify.allow')}
          </Button>
        </>
      }
    >
      <p>{text('messages.notify.hint')}</p>
    </Dialog>
  )
}
