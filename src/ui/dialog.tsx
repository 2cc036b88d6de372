import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useText } from './use-text.ts'

/** A centred card over the page, named by its title; Escape and a click outside close it. */
export const Dialog = ({ title, isOpen, onClose, children, footer, role = 'dialog' }: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    isDismissable={role === 'dialog'}
    onOpenChange={(next) => !next && onClose()}
    className={classNames(styles.overlay)}
  >
    <Modal className={classNames(styles.modal)}>
      <AriaDialog role={role} className={classNames(styles.dialog)}>
        <Heading slot="title" level={2} className={classNames(styles.title)}>
          {title}
        </Heading>
        <div className={styles.body}>{children}</div>
        {footer !== undefined && <div className={styles.footer}>{footer}</div>}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
)

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
}

/** Asks once before an act; only its two buttons and Escape close it. */
export const ConfirmDialog = ({
  title,
  children,
  isOpen,
  confirmLabel,
  isDanger = false,
  isPending = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) => {
  const text = useText()
  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button autoFocus={isDanger} onPress={onClose}>
            {text('common.cancel')}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            autoFocus={!isDanger}
            isPending={isPending}
            onPress={onConfirm}
          >
            {confirmLabel ?? text('common.ok')}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}

interface ConfirmDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly isOpen: boolean
  /** The verb; "OK" without one. */
  readonly confirmLabel?: string
  readonly isDanger?: boolean
  readonly isPending?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}
