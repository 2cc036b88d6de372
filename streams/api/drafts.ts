import type { UnsentDraft } from '#domain/outbox/outbox.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import { type SharedDraft, toSharedDraft } from '#schemas/translate/drafts.ts'
import { toPlace } from '#schemas/translate/outgoing.ts'
import * as calls from '#schemas/wire/calls/drafts.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

/** A draft of this device. */
export interface WrittenDraft extends UnsentDraft {
  readonly text: string
  readonly mentions: readonly DraftMention[] | undefined
  readonly quote: QuotedMessage | undefined
}

/** The version under which the server stored a draft, or the draft that was written later, which it keeps. */
export type DraftAnswer =
  | { readonly isStored: true; readonly version: number }
  | { readonly isStored: false; readonly last: SharedDraft }

/** Replaces the draft of a conversation on the other devices of the account. */
export const saveDraft = async (
  caller: Caller,
  { conversationId, text, mentions = [], quote, savedAt }: WrittenDraft,
  options?: CallOptions,
): Promise<CallResult<DraftAnswer>> =>
  mapResult(
    await caller.call(
      calls.saveDraft,
      {
        ...toPlace(conversationId),
        Message: text,
        Mentions: mentions.map(({ userId, at, length }) => ({ UserID: userId, At: at, Length: length })),
        ...(quote ? { QuoteChatID: quote.serverId } : {}),
        TimeStamp: Math.max(1, Math.floor(savedAt)),
      },
      options,
    ),
    (wire): DraftAnswer =>
      typeof wire.Message === 'string'
        ? { isStored: false, last: toSharedDraft(wire) }
        : { isStored: true, version: wire.TimeStamp },
  )

/** Fetches the last draft of a conversation. */
export const getDraft = async (
  caller: Caller,
  conversation: ConversationId,
  options?: CallOptions,
): Promise<CallResult<SharedDraft>> =>
  mapResult(await caller.call(calls.getDraft, toPlace(conversation), options), toSharedDraft)
