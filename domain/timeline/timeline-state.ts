import { type ClientId, type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { UnsentRecord } from '../message/unsent-messages.ts'

/** Sequence numbers to a stored page. */
export const pageSize = 50
export const pageOf = (sequence: number): number => Math.floor(sequence / pageSize)

/**
 * Messages of one conversation: the pages that are loaded, and beside them what has no place in a page.
 * Owned and changed in place by its fold; the messages themselves are never changed but replaced.
 */
export interface TimelineState {
  readonly id: ConversationId
  readonly self: UserId
  /** By sequence number. */
  readonly placed: Map<number, ConfirmedMessage>
  /** Confirmed ones whose sequence number is not known (DEC-106). */
  readonly loose: Map<ServerId, ConfirmedMessage>
  readonly unsent: Map<ClientId, UnsentRecord>
  /** Ids of tombstones, whether their message is loaded or not [LIFE-18]. */
  readonly deleted: Set<ServerId>
  /** Messages up to here were cleared away and are not kept at all [LIFE-19]. */
  clearedThrough: ServerId
}

export const initialTimeline = (id: ConversationId, self: UserId): TimelineState => ({
  id,
  self,
  placed: new Map(),
  loose: new Map(),
  unsent: new Map(),
  deleted: new Set(),
  clearedThrough: serverId(0),
})
