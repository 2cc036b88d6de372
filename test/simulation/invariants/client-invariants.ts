import { receivedUnread } from '#domain/conversation/unread.ts'
import type { AccountClient } from '#machines/client/client.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import { waitUntil } from '../scenario/befriend.ts'
import type { Tab } from '../seat.ts'
import type { World } from '../world.ts'
import { compare, compareLists, type Differences } from './difference.ts'
import type { Truth } from './truth.ts'

export type Row = Readonly<Record<string, unknown>>

/** What one client shows, in the words of `expectedFor`. */
export interface Shown {
  readonly conversations: readonly Row[]
  readonly friends: readonly Row[]
  readonly pendingApplications: readonly Row[]
  readonly timelines: Readonly<Record<ConversationId, readonly Row[]>>
}

/** Reads everything a client shows, each conversation back to its start. */
export async function readShown(world: World, tab: Tab, account: AccountClient): Promise<Shown> {
  const timelines: Record<ConversationId, readonly Row[]> = {}
  for (const { id } of account.conversations.get())
    timelines[id] = await readTimeline(world, tab, account, id)
  return {
    conversations: account.conversations.get().map((row) => ({
      id: row.id,
      peer: row.peerId,
      title: row.title,
      unread: receivedUnread(row),
      unsent: row.unsentCount,
      isMarked: row.isMarkedUnread ?? false,
      isHidden: row.isHidden ?? false,
      last:
        row.lastMessage?.body == null
          ? undefined
          : {
              id: row.lastMessage.serverId,
              sender: row.lastMessage.senderId,
              body: row.lastMessage.body,
            },
    })),
    friends: account.friends.get().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    pendingApplications: account.applications
      .get()
      .pending.map(({ applicationId }) => ({ id: applicationId })),
    timelines,
  }
}

async function readTimeline(world: World, tab: Tab, account: AccountClient, id: ConversationId) {
  const handle = account.openTimeline(id)
  const view = () => handle.view.get()
  try {
    await waitUntil(world, `${tab.name} opens ${id}`, () => (view().status === 'loading' ? undefined : true))
    for (let page = 0; page < 100 && view().hasOlder && !view().hasOlderFailed; page++) {
      handle.loadOlder()
      await waitUntil(world, `${tab.name} pages ${id}`, () => (view().isLoadingOlder ? undefined : true))
    }
    return view().messages.map(
      ({ serverId, sequence, senderId, body, sentAt, isOwn, clientId, state }): Row => ({
        id: serverId,
        sequence,
        sender: senderId,
        body,
        sentAt,
        ...(isOwn ? { clientId, state } : {}),
      }),
    )
  } finally {
    handle.close()
  }
}

/** What a client of this user has to show, by the backend's database alone. */
export function expectedFor(truth: Truth, user: number): Shown {
  const own = truth.members.filter(({ accountId }) => accountId === user)
  const messagesOf = (conversation: number) => readable(truth, conversation)
  const nameOf = (id: number) => truth.accounts.find((account) => account.id === id)?.nickname
  const newestFirst = own
    .map((member) => ({ member, messages: messagesOf(member.conversationId) }))
    .sort((left, right) => activity(truth, right) - activity(truth, left) || byId(left, right))
  return {
    conversations: newestFirst.map(({ member, messages }) => ({
      id: conversationId('direct', member.conversationId),
      peer: member.peerId ?? undefined,
      title: nameOf(member.peerId ?? 0),
      unread: messages.filter(({ id, senderId }) => senderId !== user && id > member.readMessageId).length,
      unsent: 0,
      isMarked: false,
      isHidden: false,
      last: lastOf(messages),
    })),
    friends: truth.friendships
      .filter(({ accountId }) => accountId === user)
      .map(({ friendId }) => ({ id: friendId, name: nameOf(friendId) })),
    pendingApplications: truth.applications
      .filter(({ receiverId, status }) => receiverId === user && status === 0)
      .map(({ id }) => ({ id })),
    timelines: Object.fromEntries(
      own.map((member) => [
        conversationId('direct', member.conversationId),
        expectedTimeline(truth, user, member.conversationId),
      ]),
    ),
  }
}

function expectedTimeline(truth: Truth, user: number, conversation: number): readonly Row[] {
  const peer = truth.members.find(
    ({ conversationId, accountId }) => conversationId === conversation && accountId !== user,
  )
  return readable(truth, conversation).map(({ id, sequence, senderId, body, sentAt, clientMessageId }) => ({
    id,
    sequence,
    sender: senderId,
    body,
    sentAt,
    ...(senderId === user
      ? { clientId: clientMessageId, state: id <= (peer?.readMessageId ?? 0) ? 'read' : 'sent' }
      : {}),
  }))
}

/** What happened in one millisecond keeps a fixed order. */
const byId = (left: WithMember, right: WithMember): number =>
  left.member.conversationId - right.member.conversationId
interface WithMember {
  readonly member: { readonly conversationId: number }
}

/** Messages of a conversation that were not deleted. */
const readable = (truth: Truth, conversation: number): Truth['messages'] =>
  truth.messages.filter(({ conversationId, body }) => conversationId === conversation && body !== null)

const activity = (truth: Truth, row: WithMember & { readonly messages: Truth['messages'] }): number =>
  row.messages.at(-1)?.sentAt ??
  truth.conversations.find(({ id }) => id === row.member.conversationId)?.createdAt ??
  0

function lastOf(messages: Truth['messages']): Row | undefined {
  const last = messages.at(-1)
  return last && { id: last.id, sender: last.senderId, body: last.body }
}

/** Where a client differs from what it should show. */
export const compareShown = (who: string, found: Shown, expected: Shown): Differences => [
  ...compareLists(`${who} conversations`, found.conversations, expected.conversations),
  ...compareLists(`${who} friends`, found.friends, expected.friends),
  ...compareLists(`${who} applications`, found.pendingApplications, expected.pendingApplications),
  ...compare(`${who} timelines`, Object.keys(found.timelines).sort(), Object.keys(expected.timelines).sort()),
  ...Object.entries(expected.timelines).flatMap(([id, rows]) =>
    compareLists(`${who} timeline ${id}`, found.timelines[id as ConversationId] ?? [], rows),
  ),
]
