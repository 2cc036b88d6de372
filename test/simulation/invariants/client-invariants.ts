import type { AccountClient } from '#client/client.ts'
import { openTimelineHandle, type TimelineHandle } from '#client/timeline.ts'
import type { Application } from '#domain/contacts/contacts.ts'
import { unreadWithoutMark } from '#domain/conversation/unread-count.ts'
import { canManage, writingBan } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import type { Tab } from '../person-device.ts'
import { shownAs } from '../scenario/attachments.ts'
import { waitUntil } from '../scenario/befriend.ts'
import type { World } from '../world.ts'
import { compare, compareLists } from './difference.ts'
import type { Invariant, Violations } from './invariant.ts'
import { reactionRows } from './reaction-invariants.ts'

export type Row = Readonly<Record<string, unknown>>

/** The view of one client, in the format of `expectedFor`. */
export interface Shown {
  readonly conversations: readonly Row[]
  readonly friends: readonly Row[]
  readonly pendingApplications: readonly Row[]
  readonly sentApplications: readonly Row[]
  readonly timelines: Readonly<Record<ConversationId, readonly Row[]>>
  /** The text, mentions and quote of each draft. */
  readonly drafts: Readonly<Record<ConversationId, Row>>
  /** Messages that are not on the server, as this device shows them. */
  readonly unsent: readonly UnsentRow[]
}
export interface UnsentRow {
  readonly conversation: ConversationId
  readonly clientId: string
  /** The ledger's name of the message. */
  readonly body: string
  /** The text in the conversation's row. */
  readonly lastBody: string
  readonly state: string
  readonly type: string
  readonly quote: number | undefined
  readonly mentions: readonly number[]
  readonly hasFile: boolean
}

/** Reads the whole view of a client, each conversation back to its start. */
export async function readShown(world: World, tab: Tab, account: AccountClient): Promise<Shown> {
  const timelines: Record<ConversationId, readonly Row[]> = {}
  const unsent: UnsentRow[] = []
  for (const { id: conversation } of account.conversations.get()) {
    const messages = await readTimeline(world, tab, account, conversation)
    timelines[conversation] = messages.filter(({ serverId }) => serverId !== undefined).map(toRow)
    for (const message of messages)
      if (message.serverId === undefined)
        unsent.push({
          ...{ conversation, body: shownAs(message), state: message.state },
          clientId: message.clientId ?? '',
          lastBody: message.body,
          type: message.type,
          // The quote of an erased message has no text.
          quote: message.quote?.text ? message.quote.serverId : undefined,
          mentions: message.mentions ?? [],
          hasFile: message.attachment !== undefined,
        })
  }
  return {
    conversations: account.conversations.get().map((row) => ({
      id: row.id,
      peer: row.peerId,
      title: row.title,
      ...(row.group ? shownGroup(row.group) : {}),
      isPinned: row.isPinned,
      isMuted: row.isMuted,
      isMentioned: row.isMentioned ?? false,
      unread: unreadWithoutMark(row),
      isMarked: row.isMarkedUnread ?? false,
      isHidden: row.isHidden ?? false,
      last:
        row.lastMessage?.body == null
          ? undefined
          : {
              id: row.lastMessage.serverId,
              sender: row.lastMessage.senderId,
              type: row.lastMessage.type,
              body: row.lastMessage.body,
            },
    })),
    friends: account.friends.get().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    pendingApplications: account.applications.get().pending.map(applicationRow),
    sentApplications: account.applications.get().sent.map(applicationRow),
    timelines,
    unsent,
    drafts: Object.fromEntries(
      account.conversations
        .get()
        .filter(({ draft, draftQuote }) => draft !== '' || draftQuote)
        .toSorted((left, right) => (left.id < right.id ? -1 : 1))
        .map((row) => [
          row.id,
          { text: row.draft, mentions: row.draftMentions ?? [], quote: row.draftQuote },
        ]),
    ),
  }
}

const applicationRow = ({ applicationId, userId, replies = [] }: Application): Row => ({
  ...{ id: applicationId, person: userId },
  replies: replies.map(({ isOwn, text }) => `${isOwn ? 'own' : 'other'}: ${text}`),
})

const toRow = (message: TimelineMessage): Row => {
  const { serverId, sequence, senderId, type, body, sentAt, isOwn, clientId, state, quote } = message
  return {
    ...{ id: serverId, sequence, sender: senderId, type, body, sentAt },
    quoted: quote?.text
      ? { id: quote.serverId, sender: quote.senderId, type: quote.type, text: quote.text }
      : '',
    mentions: message.mentions ?? [],
    reactions: reactionRows(message.reactions ?? []),
    editedAt: message.editedAt,
    isPinned: message.isPinned === true,
    ...(isOwn ? { clientId, state } : {}),
  }
}

/** A group in the format of `expectedGroup`. The client has the rights that its rules derive from the properties. */
const shownGroup = ({ memberCount, ...facts }: GroupFacts): Row => ({
  group: inOrder(facts),
  memberCount,
  rights: { canManage: canManage(facts.role), canPost: writingBan(facts) === undefined },
})

/** The properties of a group, by name. */
export const inOrder = (facts: Omit<GroupFacts, 'memberCount'>): Row =>
  Object.fromEntries(Object.entries(facts).sort(([left], [right]) => (left < right ? -1 : 1)))

async function readTimeline(
  world: World,
  tab: Tab,
  account: AccountClient,
  id: ConversationId,
): Promise<readonly TimelineMessage[]> {
  const handle = account.openTimeline(id, openTimelineHandle)
  try {
    await waitUntil(world, `${tab.name} opens ${id}`, () =>
      handle.view.get().status === 'loading' ? undefined : true,
    )
    return await readToStart(world, tab, id, handle)
  } finally {
    handle.close()
  }
}

async function readToStart(
  world: World,
  tab: Tab,
  id: ConversationId,
  handle: TimelineHandle,
): Promise<readonly TimelineMessage[]> {
  const view = () => handle.view.get()
  for (let page = 0; page < 100 && view().hasOlder && !view().hasOlderFailed; page++) {
    handle.loadOlder()
    await waitUntil(world, `${tab.name} pages ${id}`, () => (view().isLoadingOlder ? undefined : true))
  }
  return view().messages
}

/**
 * Checks that a conversation that has stayed open leads to every message that it shows when it is opened now. One that
 * could not be read offers to try again instead.
 */
export async function checkOpenScreen(
  world: World,
  tab: Tab,
  account: AccountClient,
  { timelines }: Shown,
): Promise<Violations> {
  const { screen } = tab
  const now = screen && timelines[screen.conversation]
  if (!now || screen.account !== account || screen.handle.view.get().status !== 'ready') return []
  const messages = await readToStart(world, tab, screen.conversation, screen.handle)
  const ids = messages.map(({ serverId }) => serverId).filter((id) => id !== undefined)
  const expected = now.map(({ id }) => id)
  return compare('timeline', `${tab.name} has open ${screen.conversation}`, ids, expected)
}

/** Returns the differences between a client's view and the expected one. */
export const compareShown = (who: string, found: Shown, expected: Shown): Violations => [
  ...compareConversations(who, found.conversations, expected.conversations),
  ...compareLists('contacts', `${who} friends`, found.friends, expected.friends),
  ...compareLists('contacts', `${who} applications`, found.pendingApplications, expected.pendingApplications),
  ...compareLists('contacts', `${who} sent applications`, found.sentApplications, expected.sentApplications),
  ...compare('timeline', `${who} unsent`, found.unsent, expected.unsent),
  ...compare('draft', `${who} drafts`, found.drafts, expected.drafts),
  ...compare(
    'timeline',
    `${who} timelines`,
    Object.keys(found.timelines).sort(),
    Object.keys(expected.timelines).sort(),
  ),
  ...Object.entries(expected.timelines).flatMap(([id, rows]) =>
    compareLists('timeline', `${who} timeline ${id}`, found.timelines[id as ConversationId] ?? [], rows),
  ),
]

/** The fields of a conversation whose invariant has a name of its own. The others belong to the list. */
const invariantOf: Readonly<Record<string, Invariant>> = {
  unread: 'unread-count',
  isMentioned: 'unread-count',
  isMarked: 'mark-unread',
  isHidden: 'hidden-conversation',
  group: 'group-rights',
  rights: 'group-rights',
  memberCount: 'group-members',
}

/** Compares the order of the conversations, for a client that must have the same. */
export const compareOrder = (who: string, found: Shown, expected: Shown): Violations => {
  const idsOf = ({ conversations }: Shown) => conversations.map(({ id }) => String(id))
  return compare('conversation-order', `${who} orders its conversations`, idsOf(found), idsOf(expected))
}

/** The messages that a client shows of a conversation. */
export const timelineOf = ({ timelines }: Shown, id: unknown): readonly Row[] =>
  Object.entries(timelines).find(([key]) => key === id)?.[1] ?? []

function compareConversations(who: string, found: readonly Row[], expected: readonly Row[]): Violations {
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id))
  const [is, shouldBe] = [idsOf(found), idsOf(expected)]
  const conversations = compare('conversation-list', `${who} lists`, [...is].sort(), [...shouldBe].sort())
  if (conversations.length > 0) return conversations
  return expected.flatMap((row) => compareConversation(who, found.find(({ id }) => id === row.id) ?? {}, row))
}

const compareConversation = (who: string, found: Row, expected: Row): Violations =>
  [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((field) =>
    compare(
      invariantOf[field] ?? 'conversation-list',
      `${who} conversation ${expected.id} ${field}`,
      found[field],
      expected[field],
    ),
  )
