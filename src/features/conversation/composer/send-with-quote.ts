import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'

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
  const answer = (quote: QuotedMessage | null) => {
    const { draft: text = '', draftMentions: mentions = [] } = draft() ?? {}
    return account.dispatch({ type: 'SaveDraft', conversationId, text, mentions, quote })
  }
  const quote = draft()?.draftQuote
  if (quote === undefined) return send(undefined)
  const [outcome] = await Promise.all([send(quote), answer(null)])
  if (!outcome.isOk && draft()?.draftQuote === undefined) await answer(quote)
  return outcome
}
