import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useToasts } from '#src/ui/toast.tsx'

/** Sends a sticker at once, like any message (DEC-17). */
export const useSendSticker = (
  conversationId: ConversationId,
  onSent: () => void,
): ((path: string) => void) => {
  const { dispatch } = useAccount()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  return (path) => {
    const sending = dispatch({ type: 'SendContent', conversationId, contentType: 'emo', content: path })
    void sending.then((outcome) => {
      if (outcome.isOk) onSent()
      else toasts.show({ kind: 'error', text: refusalText(outcome.refusal) })
    })
  }
}
