import { useNavigate } from '@tanstack/react-router'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { linkTo } from '#src/features/conversation-list/link-to.ts'
import { useSubmission } from '#src/features/forms/use-submission.ts'
import { useToasts } from '#src/ui/toast.tsx'

/** Opens the conversation with a friend, and creates it if there is none [FRIEND-29]. */
export const useOpenChat = () => {
  const { contacts } = useAccount()
  const navigate = useNavigate()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { isSubmitting, submit } = useSubmission((rejection) =>
    toasts.show({ kind: 'error', text: rejectionText(rejection) }),
  )
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
