import { useNavigate } from '@tanstack/react-router'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { linkTo } from '#src/features/conversation-list/link-to.ts'
import { useSubmissionWithToast } from '#src/features/forms/use-submission.ts'

/** Opens the conversation with a friend, and creates it if there is none [FRIEND-29]. */
export const useOpenChat = () => {
  const { contacts } = useAccount()
  const navigate = useNavigate()
  const { isSubmitting, submit } = useSubmissionWithToast()
  const enter = (id: ConversationId) => void navigate(linkTo({ id }))
  return {
    isOpening: isSubmitting,
    open: (friend: { readonly userId: UserId; readonly conversationId?: ConversationId | undefined }) => {
      if (friend.conversationId !== undefined) return enter(friend.conversationId)
      submit(async () => {
        const outcome = await contacts.openConversation(friend.userId)
        if (outcome.isOk) enter(outcome.value)
        return outcome
      })
    },
  }
}
