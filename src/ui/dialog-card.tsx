import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { AriaLocale } from './aria-locale.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'
import { useEscapeWithoutFocus } from './use-escape-without-focus.ts'
import { useText } from './use-text.ts'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  /** Shows a button that closes it, for a dialog whose buttons all choose something. */
  readonly hasClose?: boolean
  /** Wide; fills windows of at most 900 px. */
  readonly isLarge?: boolean
}

/** The dialog's modal card. */
export const DialogCard = (props: DialogProps) => {
  const {
    title,
    isOpen,
    onClose,
    children,
    footer,
    role = 'dialog',
    hasClose = false,
    isLarge = false,
  } = props
  const text = useText()
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
            <div className={styles.head}>
              <Heading slot="title" level={2} className={classNames(styles.title)}>
                {title}
              </Heading>
              {hasClose && <IconButton label={text('common.close')} icon={<X />} onPress={onClose} />}
            </div>
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
