import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import { splitLinks } from '../formats/links.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'

/** A message that a search has found, on this device or on the server. */
export type MessageHit = Pick<
  TimelineMessage,
  'senderId' | 'senderName' | 'senderAvatarUrl' | 'isOwn' | 'type' | 'body' | 'sentAt'
> & { readonly serverId: ServerId }

/** The hits of one conversation. */
export interface HitGroup {
  readonly conversation: ConversationId
  /** The conversation's name and picture as the source of the hits knows them. */
  readonly title: string
  readonly avatarUrl: string
  readonly peerId?: UserId | undefined
  /** Newest first, at least one [SEARCH-12]. */
  readonly hits: readonly MessageHit[]
  /** True if the conversation has more hits than these. */
  readonly hasMore: boolean
}

/** The messages that a search can be limited to: pictures and videos, files, and texts with a web address. */
export const hitKinds = ['picture', 'file', 'link'] as const
export type HitKind = (typeof hitKinds)[number]

/** What a hit must fulfil besides the keyword. */
export interface HitFilter {
  readonly senderId?: UserId | undefined
  readonly kind?: HitKind | undefined
  /** Sent at or after, server ms. */
  readonly from?: number | undefined
  /** Sent before, server ms. */
  readonly to?: number | undefined
}

/** True if a filter excludes nothing. */
export const isEmptyFilter = ({ senderId, kind, from, to }: HitFilter): boolean =>
  senderId === undefined && kind === undefined && from === undefined && to === undefined

type Filtered = Pick<TimelineMessage, 'senderId' | 'type' | 'body' | 'sentAt'>

/** Whether a message fulfils a filter. */
export const passesFilter = (message: Filtered, { senderId, kind, from, to }: HitFilter): boolean =>
  (senderId === undefined || message.senderId === senderId) &&
  (from === undefined || message.sentAt >= from) &&
  (to === undefined || message.sentAt < to) &&
  (kind === undefined || isOfKind(message, kind))

function isOfKind({ type, body }: Filtered, kind: HitKind): boolean {
  if (kind === 'picture') return type === 'pic' || type === 'video'
  if (kind === 'file') return type === 'file'
  return type === 'txt' && splitLinks(body).some((part) => part.kind === 'link')
}

/** Merges two lists of hits, each newest first, into one. A message in both is taken from the first. */
export function mergeHits(
  first: readonly MessageHit[],
  second: readonly MessageHit[],
): readonly MessageHit[] {
  const merged: MessageHit[] = []
  let at = 0
  for (const hit of first) {
    for (let other = second[at]; other && other.serverId >= hit.serverId; other = second[at]) {
      if (other.serverId > hit.serverId) merged.push(other)
      at += 1
    }
    merged.push(hit)
  }
  return merged.concat(second.slice(at))
}

/**
 * Orders groups of hits by their newest hit [SEARCH-12]. The groups in `seen`, which a person is looking at, keep their
 * places at the start; groups without hits by now are absent from both.
 */
export function orderGroups(
  groups: readonly HitGroup[],
  seen: readonly ConversationId[],
): readonly HitGroup[] {
  const placeOf = new Map(seen.map((id, place) => [id, place]))
  const place = ({ conversation }: HitGroup) => placeOf.get(conversation) ?? Number.POSITIVE_INFINITY
  return [...groups].sort((left, right) => {
    const [before, after] = [place(left), place(right)]
    return before === after ? newestIn(right) - newestIn(left) : before - after
  })
}

const newestIn = ({ hits }: HitGroup): number => hits[0]?.sentAt ?? 0

/** The hits of a search in one conversation, newest first [VIEW-45]. */
export const hitsOf = ({ groups }: { readonly groups: readonly HitGroup[] }): readonly MessageHit[] =>
  groups[0]?.hits ?? noHits
const noHits: readonly MessageHit[] = []
