import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { sendWithQuote } from '../quote/carried-quote.ts'

/** Sends the sticker at `path`, with what is quoted in the composer. */
export const sendSticker = (
  account: Pick<AccountClient, 'conversations' | 'dispatch'>,
  conversationId: ConversationId,
  path: string,
): Promise<Outcome> =>
  sendWithQuote(account, conversationId, (quote) =>
    account.dispatch({
      ...{ type: 'SendContent', conversationId, contentType: 'emo', content: path },
      ...(quote ? { quote } : {}),
    }),
  )
