import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { sendSticker } from './send-sticker.ts'

/** Sends a sticker at once, like any message (DEC-17), with what is quoted. */
export const useSendSticker = (
  conversationId: ConversationId,
  onSent: () => void,
): ((path: string) => void) => {
  const account = useAccount()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  return (path) => {
    void sendSticker(account, conversationId, path).then((outcome) => {
      if (outcome.isOk) onSent()
      else toasts.show({ kind: 'error', text: refusalText(outcome.refusal) })
    })
  }
}
