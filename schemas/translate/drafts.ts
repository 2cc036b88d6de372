import type { DraftMention, QuotedMessage } from '../log/message.ts'
import type { getDraft } from '../wire/calls/drafts.ts'
import type { DataOf } from '../wire/define-call.ts'
import { toQuote } from './message.ts'

/** The last draft of a conversation on the server. */
export interface SharedDraft {
  readonly text: string
  readonly mentions: readonly DraftMention[]
  readonly quote: QuotedMessage | undefined
  /** When it was written, server ms; 0 if there never was one. */
  readonly version: number
}

/** Translates a draft of a frame or response. */
export const toSharedDraft = ({
  TimeStamp: version,
  Message,
  Mentions,
  Quote,
}: DataOf<typeof getDraft>): SharedDraft => ({
  version,
  text: Message ?? '',
  mentions: (Mentions ?? []).map(({ UserID: userId, At: at, Length: length }) => ({ userId, at, length })),
  quote: toQuote(Quote),
})
