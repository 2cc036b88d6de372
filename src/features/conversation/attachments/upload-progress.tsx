import { X } from 'lucide-react'
import { Button, ProgressBar } from 'react-aria-components'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { needsUpload } from '#domain/outbox/upload-queue.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useMessageListActions } from '../message/message-list-actions.ts'
import styles from './upload-progress.module.css'

interface UploadProgressProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** The upload progress of a message's file and a button that cancels it. Renders nothing after the upload. */
export const UploadProgress = ({ message, isReachable }: UploadProgressProps) => {
  const text = useText()
  const { media } = useAccount()
  const { cancel } = useMessageListActions()
  const { clientId, state } = message
  const fraction = useSelected(media.progress, (all) =>
    clientId === undefined ? undefined : all.get(clientId),
  )
  if (!needsUpload(message) || state === 'failed') return null
  return (
    <div className={styles.layer}>
      <Button
        className={classNames(styles.cancel)}
        aria-label={text('conversation.upload.cancel')}
        excludeFromTabOrder={!isReachable}
        onPress={() => cancel(message)}
      >
        <X aria-hidden="true" />
      </Button>
      <ProgressBar
        aria-label={text('conversation.upload.progress')}
        value={fraction ?? 0}
        minValue={0}
        maxValue={1}
        isIndeterminate={fraction === undefined}
        className={classNames(styles.track)}
      >
        <span className={styles.bar} style={{ scale: `${fraction ?? 0} 1` }} />
      </ProgressBar>
    </div>
  )
}
