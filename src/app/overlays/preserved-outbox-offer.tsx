import type { Messages } from '@lingui/core'
import { useState } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { messageLine, messageText } from '#src/features/conversation/message/message-line.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useRejectionText } from '../rejection-text.ts'
import { useOptionalTexts } from '../use-area-texts.ts'
import { useCopy } from '../use-copy.ts'

/** The maximum number of messages in the list. The title has the total. */
const mostNamed = 3

/** Loaded with the offer, because few users see it. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/preserved-outbox.po', { import: 'messages' })

/** Offers the unsent messages of a forced sign-out, then those of removed conversations. */
export const PreservedOutboxOffer = () =>
  useOptionalTexts(catalogs) && (
    <>
      <SendingOffer />
      <CopyingOffer />
    </>
  )

/**
 * After a sign-in, offers to send or discard the unsent messages of the forced sign-out before it (DEC-115). Escape
 * postpones the decision to the next start.
 */
const SendingOffer = () => {
  const text = useText()
  const { preservedOutbox, hasLoadedConversations } = useAccount()
  const messages = useReadable(preservedOutbox.messages)
  const hasLoaded = useReadable(hasLoadedConversations)
  const [isPutOff, setIsPutOff] = useState(false)
  const { isPending, settle } = useSettling()
  // Keeps the texts while the closing dialog fades.
  const [shown, setShown] = useState(messages)
  if (messages.length > 0 && messages !== shown) setShown(messages)
  return (
    <Dialog
      role="alertdialog"
      title={text('messages.kept.title', { count: shown.length })}
      isOpen={messages.length > 0 && hasLoaded && !isPutOff}
      onClose={() => setIsPutOff(true)}
      footer={
        <>
          <Button isDisabled={isPending} onPress={() => settle(preservedOutbox.discard)}>
            {text('messages.kept.discard')}
          </Button>
          <Button
            variant="primary"
            autoFocus
            isDisabled={isPending}
            onPress={() => settle(preservedOutbox.send)}
          >
            {text('messages.kept.send')}
          </Button>
        </>
      }
    >
      <p>{text('messages.kept.hint')}</p>
      <ul>
        {shown.slice(0, mostNamed).map((message) => (
          <li key={message.clientId} dir="auto">
            {messageLine(message, text)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/**
 * Shows the messages whose conversation was removed before they could be sent, so that their texts can be copied
 * (DEC-230). Escape postpones the decision to the next start.
 */
const CopyingOffer = () => {
  const text = useText()
  const copy = useCopy()
  const { preservedOutbox } = useAccount()
  const isSendingOffered = useReadable(preservedOutbox.messages).length > 0
  const messages = useReadable(preservedOutbox.undeliverable)
  const [putOff, setPutOff] = useState<typeof messages>()
  const { isPending, settle } = useSettling()
  // Keeps the texts while the closing dialog fades.
  const [shown, setShown] = useState(messages)
  if (messages.length > 0 && messages !== shown) setShown(messages)
  const texts = shown.filter(({ type }) => type === 'txt').map(({ body }) => body)
  return (
    <Dialog
      role="alertdialog"
      title={text('messages.kept.title', { count: shown.length })}
      isOpen={messages.length > 0 && messages !== putOff && !isSendingOffered}
      onClose={() => setPutOff(messages)}
      footer={
        <>
          <Button isDisabled={isPending} onPress={() => settle(preservedOutbox.discardUndeliverable)}>
            {text('messages.kept.discard')}
          </Button>
          {texts.length > 0 && (
            <Button variant="primary" autoFocus onPress={() => copy(texts.join('\n'))}>
              {text('messages.kept.copy')}
            </Button>
          )}
        </>
      }
    >
      <p>{text('messages.kept.removed-hint')}</p>
      <ul>
        {shown.map((message) => (
          <li key={message.clientId} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {messageText(message, text)}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Runs one decision at a time, and shows why one failed. */
const useSettling = () => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [isPending, setIsPending] = useState(false)
  const settle = async (decide: ReturnType<typeof useAccount>['preservedOutbox']['send']) => {
    setIsPending(true)
    const outcome = await decide()
    setIsPending(false)
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  return { isPending, settle }
}
