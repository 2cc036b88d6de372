import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useText } from '#src/ui/use-text.ts'
import { useShownFile } from '../attachments/use-shown-file.ts'
import styles from './sticker-message.module.css'

interface StickerMessageProps {
  readonly message: TimelineMessage
  readonly meta: ReactNode
}

/** A sticker message without a bubble; its time is below it. */
export const StickerMessage = ({ message, meta }: StickerMessageProps) => {
  const text = useText()
  const { source, isLoaded, isBroken, fault, onLoad, onError } = useShownFile(message)
  return (
    <div className={styles.sticker}>
      <div className={styles.frame}>
        {isBroken ? (
          <span className={styles.broken} data-fault={fault}>
            <ImageOff aria-hidden="true" />
            {text('conversation.sticker.broken')}
          </span>
        ) : (
          <>
            {!isLoaded && <span className={styles.skeleton} />}
            {source !== undefined && (
              <img
                src={source}
                alt={text('conversation.sticker')}
                draggable={false}
                className={styles.picture}
                data-loaded={isLoaded}
                onLoad={onLoad}
                onError={onError}
              />
            )}
          </>
        )}
      </div>
      <span className={styles.meta}>{meta}</span>
    </div>
  )
}
