import { type ReactNode, useRef } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useEscapeWithoutFocus } from './use-escape-without-focus.ts'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  /** Wide; fills windows of at most 900 px. */
  readonly isLarge?: boolean
}

/** The dialog's modal card. */
export const DialogCard = (props: DialogProps) => {
  const { title, isOpen, onClose, children, footer, role = 'dialog', isLarge = false } = props
  const content = useRef<HTMLDivElement>(null)
  useEscapeWithoutFocus(content, isOpen, onClose)
  return (
    <AriaLocale>
      <ModalOverlay
        isOpen={isOpen}
        isDismissable={role === 'dialog'}
        onOpenChange={(next) => !next && onClose()}
        className={classNames(styles.overlay, isLarge && styles.large)}
      >
        <Modal className={classNames(styles.modal)}>
          <Dialog role={role} className={classNames(styles.dialog)}>
            <Heading slot="title" level={2} className={classNames(styles.title)}>
              {title}
            </Heading>
            <div ref={content} className={styles.body}>
              {children}
            </div>
            {footer !== undefined && <div className={styles.footer}>{footer}</div>}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLocale>
  )
}
