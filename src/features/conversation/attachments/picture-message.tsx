import { useNavigate } from '@tanstack/react-router'
import { ImageOff, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button, Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { mediaOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { viewerHref } from '../../media/media-links.ts'
import mediaStyles from './media-frame.module.css'
import { BrokenMedia, MediaFrame } from './media-frame.tsx'
import styles from './picture-message.module.css'
import { UploadProgress } from './upload-progress.tsx'
import { type ShownFile, useShownFile } from './use-shown-file.ts'

interface PictureMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
  readonly isReachable: boolean
}

/**
 * A picture message. It reserves its size before it loads, and a press opens the viewer [MEDIA-03 MEDIA-10 MEDIA-18].
 */
export const PictureMessage = ({ message, meta, isReachable }: PictureMessageProps) => {
  const text = useText()
  const picture = useShownFile(message)
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const id = useOpenConversation()
  const { serverId } = message
  const open = () => {
    // An unsent message has no URL, so it opens without the viewer's route.
    if (id === undefined || serverId === undefined) setOpen(true)
    else void navigate({ href: viewerHref(id, serverId) })
  }
  return (
    <>
      <MediaFrame metadata={message.attachment ?? mediaOf(message) ?? {}} meta={meta}>
        {picture.isBroken ? (
          <BrokenMedia
            icon={<ImageOff aria-hidden="true" />}
            label={text('conversation.picture.broken')}
            file={picture}
            isReachable={isReachable}
          />
        ) : (
          <Button
            className={classNames(styles.open)}
            aria-label={text('conversation.picture.open')}
            excludeFromTabOrder={!isReachable}
            onPress={open}
          >
            <LoadingPicture picture={picture} />
          </Button>
        )}
        <UploadProgress message={message} isReachable={isReachable} />
      </MediaFrame>
      <PicturePreview
        message={message}
        source={picture.source}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** The picture over a skeleton of the same size. */
const LoadingPicture = ({ picture }: { readonly picture: ShownFile }) => {
  const text = useText()
  const { source, isLoaded, onLoad, onError } = picture
  return (
    <>
      {!isLoaded && <span className={mediaStyles.skeleton} />}
      {source !== undefined && (
        <img
          src={source}
          alt={text('conversation.picture.alt')}
          draggable={false}
          className={classNames(mediaStyles.media, styles.picture)}
          data-loaded={isLoaded}
          onLoad={onLoad}
          onError={onError}
        />
      )}
    </>
  )
}

interface PicturePreviewProps {
  readonly message: TimelineMessage
  readonly source: string | undefined
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** One picture over the whole page. Escape, its button and a press outside the picture close it. */
const PicturePreview = ({ message, source, isOpen, onClose }: PicturePreviewProps) => {
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
          <img src={source} alt={text('conversation.picture.alt')} className={styles.preview} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
