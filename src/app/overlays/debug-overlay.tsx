import { DiagnosticsReport } from '#src/features/command-center/diagnostics-screen.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './storage-frame.module.css'

interface DebugOverlayProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The diagnostics over any page, also one that does not work, so that they can be read and sent [BOOT-30] (DEC-33). */
export const DebugOverlay = ({ isOpen, onClose }: DebugOverlayProps) => {
  const text = useText()
  return (
    <Dialog
      title={text('common.diagnostics.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          {text('common.dismiss')}
        </Button>
      }
    >
      <div className={styles.report}>
        <DiagnosticsReport />
      </div>
    </Dialog>
  )
}
