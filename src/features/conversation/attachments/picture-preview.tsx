import { X } from 'lucide-react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './picture-preview.module.css'

interface PicturePreviewProps {
  readonly message: TimelineMessage
  readonly source: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** One picture over the whole page; Escape, its button and a press beside the picture close it. */
export const PicturePreview = ({ message, source, isOpen, onClose }: PicturePreviewProps) => {
  const text = useText()
  const title = text('conversation.picture.title', { sender: message.senderName })
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen && source !== undefined}
      onOpenChange={(next) => !next && onClose()}
      className={classNames(styles.overlay)}
    >
      <Modal className={classNames(styles.modal)}>
        <Dialog aria-label={title} className={classNames(styles.dialog)}>
          <div className={styles.bar}>
            <bdi className={styles.title}>{title}</bdi>
            <IconButton
              label={text('common.close')}
              icon={<X aria-hidden="true" />}
              hasTooltip={false}
              onPress={onClose}
            />
          </div>
          <img src={source} alt={text('conversation.picture.alt')} className={styles.picture} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
