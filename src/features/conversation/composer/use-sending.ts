import type { Refusal } from '#domain/commands/command.ts'
import { checkMessageText } from '#domain/message/message-text.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import type { Draft } from './use-draft.ts'

/**
 * Sends what is written. The text leaves the composer at once; should it be refused it comes back, before whatever
 * was written meanwhile. It leaves after `before`, if given. Returns whether it was handed over [MSG-33] (DEC-107, DEC-118).
 */
export const useSending = (
  conversationId: ConversationId,
  draft: Draft,
  showError: (text: string | undefined) => void,
): ((before?: Promise<unknown>) => boolean) => {
  const account = useAccount()
  const refusalText = useRefusalText()
  const refuse = (refusal: Refusal) => showError(refusalText(refusal))

  const hand = async (text: string, before: Promise<unknown> | undefined) => {
    await before
    const outcome = await account.dispatch({ type: 'SendText', conversationId, text })
    if (outcome.isOk) return
    draft.putBack(text)
    refuse(outcome.refusal)
  }
  return (before) => {
    const checked = checkMessageText(draft.text)
    if (!checked.isOk) {
      refuse(checked.refusal)
      return false
    }
    showError(undefined)
    void hand(checked.value, before)
    // What has to wait stays saved until it is in the log, or the next save.
    if (before === undefined) draft.writeNow('')
    else draft.write('')
    return true
  }
}
