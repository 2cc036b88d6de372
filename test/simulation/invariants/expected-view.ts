import { canManage } from '#domain/group/roles.ts'
import { countsAsUnread, isShownTo } from '#domain/message/message-notices.ts'
import { userId } from '#schemas/ids.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import { applicationStatus } from '#server/store/schema/index.ts'
import { inOrder, type Row, type Shown } from './client-invariants.ts'
import { expectedReactions } from './reaction-invariants.ts'
import { nameOf, type Truth } from './truth.ts'

type Member = Truth['members'][number]
type Message = Truth['messages'][number]

/** The view that a client of this user must show, derived from the backend's database only. */
export function expectedFor(truth: Truth, user: number): Shown {
  const own = truth.members.filter((member) => member.accountId === user && isListed(truth, member))
  const nicknameOf = (id: number) => truth.accounts.find((account) => account.id === id)?.nickname
  const newestFirst = own
    .map((member) => ({ member, messages: readable(truth, member) }))

    .sort(
      (left, right) =>
        byPin(left, right) || activity(truth, right) - activity(truth, left) || byName(truth, left, right),
    )
  return {
    conversations: newestFirst.map(({ member, messages }) => expectedRow(truth, member, messages)),
    friends: truth.friendships
      .filter(({ accountId }) => accountId === user)
      .map(({ friendId }) => ({ id: friendId, name: nicknameOf(friendId) ?? '' }))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
    pendingApplications: newestApplications(truth)
      .filter(({ receiverId, status }) => receiverId === user && status === applicationStatus.pending)
      .map((application) => expectedApplication(truth, application, user)),
    sentApplications: expectedThreads(truth, user),
    timelines: Object.fromEntries(
      newestFirst.map(({ member, messages }) => [
        nameOf(truth, member.conversationId),
        expectedTimeline(truth, member, messages),
      ]),
    ),
    unsent: [],
    drafts: {},
  }
}

type Application = Truth['applications'][number]

const newestApplications = ({ applications }: Truth) =>
  [...applications].sort((left, right) => right.createdAt - left.createdAt || right.id - left.id)

/** To their sender, all open applications to one receiver are one thread with the id of the first (DEC-222). */
const expectedThreads = (truth: Truth, user: number): readonly Row[] => {
  const open = truth.applications.filter(
    ({ senderId, isOpenForSender }) => senderId === user && isOpenForSender,
  )
  const firsts = open.filter(
    ({ id, receiverId }) => !open.some((one) => one.receiverId === receiverId && one.id < id),
  )
  return firsts
    .sort((left, right) => right.id - left.id)
    .map((first) => ({
      ...expectedApplication(truth, first, user),
      replies: open
        .filter(({ receiverId }) => receiverId === first.receiverId)
        .flatMap((application) => repliesTo(truth, application, user)),
    }))
}

/** The receiver does not see the replies that the sender wrote after a rejection. */
const repliesTo = ({ applicationReplies }: Truth, { id, answeredAt }: Application, user: number) =>
  applicationReplies
    .filter((reply) => reply.applicationId === id)
    .filter((reply) => reply.senderId === user || answeredAt === null || reply.createdAt <= answeredAt)
    .map((reply) => `${reply.senderId === user ? 'own' : 'other'}: ${reply.content}`)

const expectedApplication = (truth: Truth, application: Application, user: number): Row => ({
  id: application.id,
  person: application.senderId === user ? application.receiverId : application.senderId,
  replies: repliesTo(truth, application, user),
})

/** A one-to-one conversation that ended with the friendship has no visible messages, and is not listed [FRIEND-50]. */
export const isListed = (
  truth: Truth,
  { accountId, conversationId, historyAfterId, peerId }: Member,
): boolean =>
  peerId === null ||
  truth.friendships.some((one) => one.accountId === accountId && one.friendId === peerId) ||
  truth.messages.some((one) => one.conversationId === conversationId && one.id > historyAfterId)

/** A message that counts as unread by the server's read marker. */
export interface UnreadMessage {
  readonly id: number
  readonly sentAt: number
  readonly isMention: boolean
}

/** A user's membership by conversation name. */
export const memberOf = (truth: Truth, user: number | undefined, conversation: unknown): Member | undefined =>
  truth.members.find(
    ({ accountId, conversationId }) => accountId === user && nameOf(truth, conversationId) === conversation,
  )

/** A user's unread messages by conversation name. */
export function unreadOf(
  truth: Truth,
  user: number | undefined,
  conversation: unknown,
): readonly UnreadMessage[] {
  const member = memberOf(truth, user, conversation)
  return member ? unreadFor(truth, member) : []
}

function unreadFor(truth: Truth, member: Member): readonly UnreadMessage[] {
  const { accountId, readMessageId, peerId } = member
  return visible(truth, member)
    .filter(
      ({ id, senderId, type }) =>
        senderId !== accountId && id > readMessageId && countsAsUnread(typeOf(type)),
    )
    .map((message) => ({
      ...{ id: message.id, sentAt: message.sentAt },
      isMention: peerId === null && mentions(message, accountId),
    }))
}

function expectedRow(truth: Truth, member: Member, messages: readonly Message[]): Row {
  const { conversationId, peerId } = member
  const unread = unreadFor(truth, member)
  const group = expectedGroup(truth, member)
  const title = group
    ? truth.groups.find((one) => one.conversationId === conversationId)?.name
    : truth.accounts.find(({ id }) => id === peerId)?.nickname
  return {
    id: nameOf(truth, conversationId),
    peer: peerId ?? undefined,
    title,
    ...group,
    isPinned: member.isPinned,
    isMuted: member.isMuted,
    isMentioned: unread.some(({ isMention }) => isMention),
    unread: unread.length,
    isMarked: false,
    isHidden: false,
    last: lastOf(messages),
  }
}

/** The group as its member sees it. Undefined in a one-to-one conversation. */
function expectedGroup(truth: Truth, { conversationId, role, isBanned, joinedAt }: Member): Row | undefined {
  const group = truth.groups.find((one) => one.conversationId === conversationId)
  if (!group) return undefined
  const { isChannel, isAllBanned, announcement } = group
  const applicationCount = canManage(role) ? openApplications(truth, conversationId) : 0
  return {
    group: inOrder({ isChannel, announcement, isAllBanned, role, isBanned, joinedAt, applicationCount }),
    memberCount: truth.members.filter((other) => other.conversationId === conversationId).length,
    rights: expectedRights({ role, isBanned, isAllBanned, isChannel }),
  }
}

/** The rights of a member, stated again to check the client's rules [ADMIN-03 GROUP-43]. */
const expectedRights = ({ role, isBanned, isAllBanned, isChannel }: Rights): Row => ({
  canManage: role === 9 || role === 10,
  canPost: !isBanned && (role === 9 || role === 10 || !(isAllBanned || isChannel)),
})
type Rights = Pick<Member, 'role' | 'isBanned'> & Pick<Truth['groups'][number], 'isAllBanned' | 'isChannel'>

const openApplications = ({ groupApplications }: Truth, group: number): number =>
  groupApplications.filter(({ groupId, status }) => groupId === group && status === 0).length

const mentions = ({ mentions }: Message, user: number): boolean =>
  mentions.includes('|0|') || mentions.includes(`|${user}|`)

function expectedTimeline(truth: Truth, member: Member, messages: readonly Message[]): readonly Row[] {
  const readUpTo = readByOthers(truth, member)
  return messages.map((message) => {
    const { id, sequence, senderId, type, body, sentAt, clientMessageId, quotedMessageId } = message
    const isOwn = senderId === member.accountId
    const state = id <= readUpTo ? 'read' : 'sent'
    return {
      ...{ id, sequence, sender: senderId, type: typeOf(type), body, sentAt },
      quoted: quoteIn(truth, quotedMessageId),
      mentions: message.mentions
        .split('|')
        .filter((part) => part !== '')
        .map(Number),
      reactions: expectedReactions(truth, id, member.accountId),
      editedAt: message.editedAt ?? undefined,
      isPinned: message.pinVersion > 0,
      ...(isOwn ? { clientId: clientMessageId, state } : {}),
    }
  })
}

/** A quote is empty once the quoted message has no text any more. */
function quoteIn({ messages }: Truth, quotedId: number | null): Row | '' {
  const quoted = messages.find(({ id }) => id === quotedId)
  if (!quoted || quoted.body === null) return ''
  return { id: quoted.id, sender: quoted.senderId, type: quoted.type, text: quoted.body }
}

/**
 * The newest own message that another person has read. A group stores this on the message, because members come and go.
 */
function readByOthers(truth: Truth, { conversationId, accountId, peerId }: Member): number {
  const isHere = (row: { readonly conversationId: number }) => row.conversationId === conversationId
  if (peerId !== null)
    return truth.members.find((other) => isHere(other) && other.accountId === peerId)?.readMessageId ?? 0
  const read = truth.messages.filter(
    (message) => isHere(message) && message.senderId === accountId && message.readAt !== null,
  )
  return read.at(-1)?.id ?? 0
}

const byPin = (left: WithMember, right: WithMember): number =>
  Number(right.member.isPinned) - Number(left.member.isPinned)

/** Conversations with equal times keep a fixed order by the clients' names, in which groups come before pairs. */
const byName = (truth: Truth, left: WithMember, right: WithMember): number =>
  nameOf(truth, left.member.conversationId) < nameOf(truth, right.member.conversationId) ? -1 : 1
interface WithMember {
  readonly member: Member
  readonly messages: readonly Message[]
}

const typeOf = (stored: string): MessageType => messageTypes.find((type) => type === stored) ?? 'txt'

/** The messages of a conversation that this member may read: not deleted, and none from before they joined. */
const visible = (truth: Truth, { conversationId, historyAfterId }: Member): readonly Message[] =>
  truth.messages.filter(
    (message) =>
      message.conversationId === conversationId && message.id > historyAfterId && message.body !== null,
  )

/** The messages of them that clients show. */
const readable = (truth: Truth, member: Member): readonly Message[] =>
  visible(truth, member).filter(({ type }) => isShownTo(typeOf(type), member.role))

const activity = (truth: Truth, { member, messages }: WithMember): number =>
  messages.at(-1)?.sentAt ??
  (member.joinedAt || truth.conversations.find(({ id }) => id === member.conversationId)?.createdAt || 0)

function lastOf(messages: readonly Message[]): Row | undefined {
  const last = messages.at(-1)
  return last && { id: last.id, sender: userId(last.senderId), type: typeOf(last.type), body: last.body }
}
