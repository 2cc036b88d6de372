import { useState } from 'react'
import type { Refusal } from '#domain/commands/command.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

/** How messages are deleted: for this device with an offer to undo, or for everyone by the server's word. */
export interface Deletion {
  forMe(messages: readonly TimelineMessage[]): Promise<void>
  /** Resolves with whether they are gone; if not, the refusal is shown until `accept`. */
  forEveryone(messages: readonly TimelineMessage[]): Promise<boolean>
  /** Why the last deletion for everyone came to nothing [MSG-46]. */
  readonly refusal: Refusal | undefined
  readonly accept: () => void
}

export const useDeletion = (conversationId: ConversationId): Deletion => {
  const account = useAccount()
  const toasts = useToasts()
  const text = useText()
  const refusalText = useRefusalText()
  const [refusal, setRefusal] = useState<Refusal>()
  const complain = (why: Refusal) => toasts.show({ kind: 'error', text: refusalText(why) })

  return {
    async forMe(chosen) {
      const messages = chosen.flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]))
      const outcome = await account.dispatch({ type: 'DeleteForMe', conversationId, messages })
      if (!outcome.isOk) return complain(outcome.refusal)
      const bringBack = async () => {
        const undone = await account.dispatch({ type: 'BringBack', conversationId, messages })
        if (!undone.isOk) complain(undone.refusal)
      }
      const action = { label: text('common.undo'), onPress: () => void bringBack() }
      toasts.show({
        kind: 'info',
        text: text('conversation.delete.done', { count: messages.length }),
        action,
      })
    },
    async forEveryone(messages) {
      const outcome = await account.deleteForEveryone(conversationId, messages)
      if (!outcome.isOk) setRefusal(outcome.refusal)
      return outcome.isOk
    },
    refusal,
    accept: () => setRefusal(undefined),
  }
}
