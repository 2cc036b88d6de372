import { useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import { recipientsOf } from '#domain/forward/forward-selection.ts'
import type { ForwardTarget } from '#domain/forward/forward-target.ts'
import { succeeded } from '#domain/http/rejection.ts'
import { type ConversationId, conversationId, userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { TargetPicker } from './forward-picker.tsx'
import { type Choosing, type ForwardFailure, type Forwarding, useChoosing } from './use-forwarding.ts'

interface SharePickerProps {
  /** The number of messages. */
  readonly count?: number
  /** Sends the shared thing to one conversation. */
  readonly send: (conversation: ConversationId) => Promise<Outcome>
  /** Called when every target got it. */
  readonly onDone: () => void
}

/** Sends messages to people and groups that the user picks in the forward picker. */
export const SharePicker = ({ count = 1, send, onDone }: SharePickerProps) => {
  const choosing = useChoosing(count)
  const sharing = useSharing(send, choosing, onDone)
  return <TargetPicker kind="messages" count={count} choosing={choosing} forwarding={sharing} />
}

/** Sends to the selected targets. Those that did not get it stay selected, and an alert names them. */
const useSharing = (
  sendIn: SharePickerProps['send'],
  { selection, keepOnly }: Choosing,
  onDone: () => void,
): Forwarding => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const sendTo = useSendTo(sendIn)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<ForwardFailure>()
  const send = async () => {
    setSending(true)
    const outcomes = await Promise.all(
      recipientsOf(selection).map(async (target) => ({ target, outcome: await sendTo(target) })),
    )
    setSending(false)
    const failed = outcomes.flatMap(({ target: { key, name }, outcome }) =>
      outcome.isOk ? [] : [{ key, name, reason: rejectionText(outcome.rejection) }],
    )
    keepOnly(new Set(failed.map(({ key }) => key)))
    if (failed.length > 0) return setFailure({ targets: failed, lostCount: 0 })
    toasts.show({ kind: 'success', text: text('conversation.forward.forward-success') })
    onDone()
  }
  return { isSending, failure, send: () => void send(), closeFailure: () => setFailure(undefined) }
}

/** Returns a function that sends to one target, in the conversation with a person or in a group. */
const useSendTo = (sendIn: SharePickerProps['send']) => {
  const { contacts } = useAccount()
  return async ({ kind, id }: ForwardTarget) => {
    const opened =
      kind === 'group' ? succeeded(conversationId('group', id)) : await contacts.openConversation(userId(id))
    if (!opened.isOk) return opened
    return sendIn(opened.value)
  }
}
