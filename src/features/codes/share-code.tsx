import { Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { rejectedBecause } from '#domain/http/rejection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { captureElement, captureRatio } from '#src/platform/capture-element.ts'
import { SharePicker } from '../forward/share-picker.tsx'
import styles from './codes.module.css'
import { type CodeOwner, codeSide, DrawnCode } from './drawn-code.tsx'

interface ShareCodeProps {
  /** The `code` query. */
  readonly requested: string | undefined
  /** The current code. The query may be forged, or older than the last renewal, so no other one is sent. */
  readonly current: string
  readonly owner: CodeOwner
  /** The path of the code's page, where another code is redirected. */
  readonly parent: string
  readonly onDone: () => void
}

/** The forward picker for the picture of a code [QR-19]. */
export const ShareCode = ({ requested, current, owner, parent, onDone }: ShareCodeProps) => {
  const code = useRef<HTMLElement>(null)
  const sendPicture = useSendPicture()
  if (requested !== current) return <Navigate to={parent} replace />
  return (
    <>
      <div className={styles.unseen} aria-hidden="true">
        <DrawnCode ref={code} url={current} owner={owner} />
      </div>
      <SharePicker send={(conversation) => sendPicture(conversation, code.current)} onDone={onDone} />
    </>
  )
}

/** Returns a function that sends the picture of a drawn code to a conversation. */
const useSendPicture = () => {
  const { media } = useAccount()
  return async (conversation: ConversationId, element: HTMLElement | null): Promise<Outcome> => {
    try {
      return await media.sendAttachment(conversation, describePicture(await captureElement(element)))
    } catch {
      return rejectedBecause({ key: 'codes.save.failed' })
    }
  }
}

const describePicture = (content: Blob): OutgoingAttachment => ({
  kind: 'image',
  file: { name: 'code.png', type: content.type, size: content.size, content },
  width: codeSide * captureRatio,
  height: codeSide * captureRatio,
})
