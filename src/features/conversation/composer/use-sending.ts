import type { AccountClient } from '#client/client.ts'
import type { SendGroup } from '#client/composer.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { emptyComposition, isBlank, mentionedIn } from '#domain/message/composition.ts'
import { checkMessageForm } from '#domain/message/message-content.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import type { PickedAttachments } from '../attachments/use-picked-attachments.ts'
import type { Draft } from './use-draft.ts'

interface Sending {
  readonly conversationId: ConversationId
  readonly draft: Draft
  readonly attachments: PickedAttachments
  readonly showError: (text: string | undefined) => void
  readonly onSent: () => void
}

/**
 * Sends the text and the attachments with quote and mentions. Files come before the text; the quote belongs to the
 * text, else to the first file. Sends nothing if the text is rejected. The composer is cleared immediately; a text
 * that is rejected later returns before the current one [MSG-33 MSG-34 MSG-38] (DEC-107, DEC-118).
 */
export const useSending = ({
  conversationId,
  draft,
  attachments,
  showError,
  onSent,
}: Sending): (() => void) => {
  const account = useAccount()
  const rejectionText = useRejectionText()
  const reject = (rejection: Rejection) => showError(rejectionText(rejection))

  /** The ids of the group's members; undefined until they are loaded. */
  const memberIds = (): readonly number[] | undefined => {
    if (parseConversationId(conversationId).kind !== 'group') return []
    const group = account.lookUpGroup(conversationId).get()
    return group.status === 'ready' ? group.value.members.map(({ userId }) => userId) : undefined
  }
  /** Restores a rejected text. */
  const send = async (outgoing: SendGroup) => {
    const outcome = await draft.composer.send(outgoing)
    if (outcome.isOk) return
    draft.putBack(outgoing.composition)
    reject(outcome.rejection)
  }
  /** Waits for earlier sends; the composer saves the text with the draft until then. */
  const enqueue = (outgoing: SendGroup) => {
    const hasText = outgoing.composition.text !== ''
    const sending = send({ ...outgoing, attachments: attachments.claim() })
    if (hasText) draft.replace(emptyComposition)
    draft.save()
    void sending.then(onSent)
  }
  return () => {
    const composition = draft.current()
    const { quote } = draft
    const hasFiles = !attachments.isEmpty()
    const isTextless = isBlank(composition)
    const checked = checkMessageForm(composition.text, hasFiles)
    if (!checked.isOk) return reject(checked.rejection)
    showError(undefined)
    const outgoing: SendGroup = {
      composition: isTextless ? emptyComposition : composition,
      quote,
      mentions: () => mentionedIn(composition, memberIds()),
    }
    if (hasFiles || draft.composer.queue.get().length > 0) return enqueue(outgoing)
    const sending = send(outgoing)
    void sending.then(draft.leave())
    onSent()
  }
}

type DraftAccount = Pick<AccountClient, 'conversations' | 'dispatch'>

/**
 * Sends a message other than the draft, such as a sticker, with the quote of the composer. The quote leaves the
 * composer immediately; the text stays. If sending is rejected, the quote returns unless another message is quoted by
 * then [VIEW-19].
 */
export async function sendWithQuote(
  account: DraftAccount,
  conversationId: ConversationId,
  send: (quote: QuotedMessage | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const draft = () => account.conversations.get().find(({ id }) => id === conversationId)
  const setQuote = (quote: QuotedMessage | null) => {
    const { draft: text = '', draftMentions: mentions = [] } = draft() ?? {}
    return account.dispatch({ type: 'SaveDraft', conversationId, text, mentions, quote })
  }
  const quote = draft()?.draftQuote
  if (quote === undefined) return send(undefined)
  const [outcome] = await Promise.all([send(quote), setQuote(null)])
  if (!outcome.isOk && draft()?.draftQuote === undefined) await setQuote(quote)
  return outcome
}
