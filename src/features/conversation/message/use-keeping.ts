import { useNavigate } from '@tanstack/react-router'
import { collectableOf, collectionsFull, originOf } from '#domain/collections/collecting.ts'
import type { Refusal } from '#domain/commands/command.ts'
import { shownPathOf } from '#domain/message/message-body.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { useAddingStickers } from '#src/features/stickers/use-adding-stickers.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Saving a message to the collections and adding its picture as a sticker, from its menu [COLL-13 COLL-14 STICK-05]. */
export const useKeeping = (id: ConversationId, title: string) => {
  const text = useText()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  const { collections } = useAccount()
  const { addFrom } = useAddingStickers()
  const { kind, wireId } = parseConversationId(id)
  const navigate = useNavigate()

  async function save(message: TimelineMessage): Promise<void> {
    const collectable = collectableOf(message)
    if (!collectable) return
    const from = originOf(message, kind === 'group' ? { id: wireId, name: title } : undefined)
    const outcome = await collections.save(collectable, from)
    if (outcome.isOk) toasts.show({ kind: 'success', text: text('conversation.save-success') })
    else tellRefusal(outcome.refusal)
  }
  /** Without room something has to be deleted first: the toast leads there. */
  const tellRefusal = (refusal: Refusal): void => {
    const said = refusalText(refusal)
    if (refusal.key !== collectionsFull) {
      toasts.show({ kind: 'error', text: said })
      return
    }
    const onPress = () => void navigate({ href: `${pathOf(id)}/collections` })
    toasts.show({ kind: 'warning', text: said, action: { label: text('collections.title'), onPress } })
  }
  return {
    save: (message: TimelineMessage) => void save(message),
    addSticker(message: TimelineMessage) {
      const path = shownPathOf(message)
      if (path !== undefined) void addFrom(path)
    },
  }
}
