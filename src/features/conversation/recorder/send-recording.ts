import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { RecordedSound } from '#machines/recorder/microphone.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { sendWithQuote } from '../composer/quote/carried-quote.ts'

type Sender = Pick<AccountClient, 'conversations' | 'dispatch'> & {
  readonly media: Pick<AccountClient['media'], 'sendAttachment' | 'uploadLimits'>
}

/**
 * Sends what was recorded as an audio message of known length, with what is quoted in the composer. It is kept as it was recorded
 * and made an mp3 before it leaves [MEDIAT-01], so that nothing is lost with the page.
 */
export async function sendRecording(
  account: Sender,
  conversationId: ConversationId,
  { file, seconds }: RecordedSound,
): Promise<Outcome> {
  const { audio: limit } = await account.media.uploadLimits(conversationId)
  const outgoing = { kind: 'audio', file, seconds, preparation: { limit } } as const
  return sendWithQuote(account, conversationId, (quote) =>
    account.media.sendAttachment(conversationId, outgoing, quote),
  )
}
