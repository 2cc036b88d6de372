import { type ConversationId, conversationId } from '#schemas/ids.ts'
import { hasText, type PushRow } from './push-content.ts'

/** A conversation that was pushed to devices of an account. */
interface ShownPush {
  readonly conversation: ConversationId
  readonly messageId: number
  readonly hasText: boolean
  readonly isSettled: boolean
}

/** Accounts whose pushed conversations are remembered, and conversations of each. */
const mostAccounts = 10_000
const mostConversations = 20

/** What notifications on the devices of accounts show, so that a later push can replace or close them. No texts. */
export class ShownPushes {
  readonly #shown = new Map<number, Map<number, ShownPush>>()

  /** Returns the message whose text the notification of a conversation shows; undefined if it shows none. */
  textIn(accountId: number, conversation: number): number | undefined {
    const shown = this.#shown.get(accountId)?.get(conversation)
    return shown?.hasText ? shown.messageId : undefined
  }

  /** Marks the notification of a conversation as one to close. */
  settle(accountId: number, conversation: number): void {
    const shown = this.#shown.get(accountId)?.get(conversation)
    if (shown) this.#shown.get(accountId)?.set(conversation, { ...shown, isSettled: true })
  }

  settledConversationsOf(accountId: number): readonly ConversationId[] {
    const shown = [...(this.#shown.get(accountId)?.values() ?? [])]
    return shown.filter(({ isSettled }) => isSettled).map(({ conversation }) => conversation)
  }

  add(row: PushRow): void {
    const { accountId, message } = row
    const known = this.#shown.get(accountId) ?? new Map<number, ShownPush>()
    this.#shown.delete(accountId)
    this.#shown.set(accountId, known)
    known.delete(message.conversationId)
    known.set(message.conversationId, {
      conversation: conversationId(row.kind, message.conversationId),
      messageId: message.id,
      hasText: hasText(row),
      isSettled: false,
    })
    dropOldest(known, mostConversations)
    dropOldest(this.#shown, mostAccounts)
  }

  /** Removes a push that was not sent. */
  remove({ accountId, message }: PushRow): void {
    const known = this.#shown.get(accountId)
    if (known?.get(message.conversationId)?.messageId === message.id) known.delete(message.conversationId)
  }
}

/** Drops the oldest entry if there are more than a limit. */
export function dropOldest<Key>(entries: Map<Key, unknown>, limit: number): void {
  const [oldest] = entries.keys()
  if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
}
