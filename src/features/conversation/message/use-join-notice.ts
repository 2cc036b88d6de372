import { isInternalUser } from '#domain/authentication/accounts.ts'
import { joinMethodFor } from '#domain/message/message-notices.ts'
import type { GroupNotice } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/app/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'

/** Adds how somebody came into the group, for those who are told [MSG-22]. */
export const useJoinNotice = (): ((words: string, notice: GroupNotice) => string) => {
  const text = useText()
  const { conversations, profile, lookups } = useAccount()
  const settings = useReadable(lookups.settings)
  const open = useOpenConversation()
  const role = useSelected(conversations, (all) => all.find(({ id }) => id === open)?.group?.role)
  const type = useSelected(profile, (own) => own?.type ?? 1)
  const isInternal = settings.status === 'ready' && isInternalUser(settings.value.isInternalControlled, type)
  return (words, { joinMethod }) => {
    const method = joinMethodFor(joinMethod, { role, isInternal })
    if (method === undefined) return words
    return text('conversation.joined-by', {
      notice: words,
      method: text(`conversation.join-method.${method}`),
    })
  }
}
