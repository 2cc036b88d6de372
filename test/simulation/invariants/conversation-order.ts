import { type Row, type Shown, timelineOf } from './client-invariants.ts'
import { memberOf } from './expected-view.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { type Looking, mayBeCleared } from './local-commands.ts'

/**
 * When a conversation was last active on a device, by the server's data and the ledger, ms: between `from` and `to`.
 */
interface Activity {
  readonly id: string
  readonly isPinned: boolean
  readonly from: number
  readonly to: number
}

/** What one tab shows of one person's conversations, and what it must show. */
export interface ListedConversations extends Looking {
  readonly user: number
  /** The tab's name. */
  readonly who: string
  readonly found: Shown
  readonly expected: Shown
}

/** Checks that a tab lists pinned conversations first, then the most recently active, ties by id [SESS-09]. */
export function checkConversationOrder(listed: ListedConversations): Violations {
  const { world, who, found, expected } = listed
  const order = found.conversations.map(({ id }) => id)
  const activities = expected.conversations.map((row) => activityOf(listed, row))
  world.tolerated.use('position uncertain', activities.filter(({ from, to }) => from < to).length)
  const placed = [...activities].sort((left, right) => order.indexOf(left.id) - order.indexOf(right.id))
  const differences = placed.flatMap((one, index) => {
    const other = placed.slice(index + 1).find((later) => mustPrecede(later, one))
    return other ? [`${who} lists ${one.id} (${one.from}) before ${other.id} (${other.from})`] : []
  })
  return violationsOf('conversation-order', differences)
}

function mustPrecede(one: Activity, other: Activity): boolean {
  if (one.isPinned !== other.isPinned) return one.isPinned
  if (one.from > other.to) return true
  const isTie = one.from === one.to && one.to === other.from && other.from === other.to
  return isTie && one.id < other.id
}

/**
 * An unsent message has the time of the device's own clock, and a conversation that was emptied on this device stays
 * where it was, so that the activity of both has bounds only.
 */
function activityOf(listed: ListedConversations, row: Row): Activity {
  const { truth, user, found, expected } = listed
  const id = String(row.id)
  const last = timelineOf(expected, id).at(-1)
  const member = memberOf(truth, user, id)
  const conversation = truth.conversations.find((one) => one.id === member?.conversationId)
  const created = member?.joinedAt || conversation?.createdAt || 0
  const messages = truth.messages.filter(({ conversationId }) => conversationId === conversation?.id)
  const newest = Math.max(created, ...messages.map(({ sentAt }) => sentAt))
  const hasReadable = messages.some(({ body }) => body !== null)
  const isEmptied = last === undefined && (hasReadable || mayBeCleared(listed, id))
  const hasUnsent = found.unsent.some(({ conversation: place }) => place === id)
  const from = Number(last?.sentAt ?? created)
  const to = hasUnsent ? Number.POSITIVE_INFINITY : isEmptied ? newest : from
  return { id, isPinned: row.isPinned === true, from, to }
}
