import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { classNames } from '#src/ui/class-names.ts'
import styles from './viewer.module.css'

interface ViewerFrameProps {
  /** Says what is shown. */
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The whole page for media, dark in every theme. */
export const ViewerFrame = ({ title, onClose, children }: ViewerFrameProps) => (
  <ModalOverlay
    isOpen
    isKeyboardDismissDisabled={false}
    onOpenChange={(isOpen) => !isOpen && onClose()}
    className={classNames(styles.overlay)}
    data-scheme="dark"
  >
    <Modal className={classNames(styles.modal)}>
      <Dialog aria-label={title} className={classNames(styles.dialog)}>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
