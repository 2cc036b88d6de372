import type { Refusal } from '#domain/commands/command.ts'
import { type Composition, emptyComposition, mentionedIn } from '#domain/message/composition.ts'
import { checkMessageText } from '#domain/message/message-text.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import type { Draft } from './use-draft.ts'

/**
 * Sends what is written, with what it quotes and whom it mentions. The text leaves the composer at once; should it be
 * refused it comes back, before whatever was written meanwhile. It leaves after `before`, if given. Returns whether it was
 * handed over [MSG-33 MSG-38] (DEC-107, DEC-118).
 */
export const useSending = (
  conversationId: ConversationId,
  draft: Draft,
  showError: (text: string | undefined) => void,
): ((before?: Promise<unknown>) => boolean) => {
  const account = useAccount()
  const refusalText = useRefusalText()
  const refuse = (refusal: Refusal) => showError(refusalText(refusal))

  /** Who is known to be in the group; undefined while nobody has asked. */
  const memberIds = (): readonly number[] | undefined => {
    if (parseConversationId(conversationId).kind !== 'group') return []
    const members = account.members(conversationId).get()
    return members.status === 'ready' ? members.value.map(({ userId }) => userId) : undefined
  }
  const hand = async (composition: Composition, before: Promise<unknown> | undefined) => {
    const { quote } = draft
    if (before !== undefined) await before
    const outcome = await account.dispatch({
      ...{ type: 'SendText', conversationId, text: composition.text },
      mentions: mentionedIn(composition, memberIds()),
      ...(quote ? { quote } : {}),
    })
    if (outcome.isOk) return
    draft.putBack(composition)
    refuse(outcome.refusal)
  }
  return (before) => {
    const composition = draft.current()
    const checked = checkMessageText(composition.text)
    if (!checked.isOk) {
      refuse(checked.refusal)
      return false
    }
    showError(undefined)
    void hand(composition, before)
    // What has to wait stays saved until it is in the log, or the next save.
    if (before === undefined) draft.replaceNow(emptyComposition)
    else draft.replace(emptyComposition)
    return true
  }
}
