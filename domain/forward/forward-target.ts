import { parseConversationId } from '#schemas/ids.ts'
import { type Friend, orderFriends } from '../contacts/contacts.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import { type WritingBan, writingBan } from '../group/roles.ts'

/** A person or a group on the wire. */
export interface ForwardAddress {
  readonly kind: 'person' | 'group'
  /** Of the person, or the group's number on the wire. */
  readonly id: number
}

/** Somebody that messages can be sent on to. */
export interface ForwardTarget extends ForwardAddress {
  /** The same for the same person or group, wherever it is listed. */
  readonly key: string
  readonly name: string
  readonly avatarUrl: string
  /** Whose hue an avatar without a picture has. */
  readonly avatarId: string | number
  /** Other words this one is found by. */
  readonly otherNames: readonly string[]
  /** Of a group. */
  readonly memberCount?: number
  /** Why this user may not write there now. */
  readonly ban?: WritingBan
}

/** Everybody that messages can be sent on to, by where they are looked for [FWD-01]. */
export interface ForwardTargets {
  /** Those of the conversation list, those active last first. */
  readonly recent: readonly ForwardTarget[]
  readonly friends: readonly ForwardTarget[]
  readonly groups: readonly ForwardTarget[]
}

export const targetKey = ({ kind, id }: ForwardAddress): string => `${kind}-${id}`

/** A friend's or group's target; nobody is left out but people who are no friends any more, to whom nothing can be sent. */
export function forwardTargets(
  conversations: readonly ConversationSummary[],
  friends: readonly Friend[],
  locale: string,
): ForwardTargets {
  const people = orderFriends(friends, 'name', new Set(), locale).map(personTarget)
  const groups = conversations.filter(({ kind }) => kind === 'group').map(groupTarget)
  const known = new Map([...people, ...groups].map((target) => [target.key, target]))
  const recent = conversations
    .filter(({ isHidden }) => isHidden !== true)
    .toSorted((left, right) => right.activeAt - left.activeAt)
    .flatMap((conversation) => known.get(targetKey(addressOf(conversation))) ?? [])
  const collator = new Intl.Collator(locale, { numeric: true })
  return {
    recent,
    friends: people,
    groups: groups.toSorted((left, right) => collator.compare(left.name, right.name)),
  }
}

/** Whom a conversation leads to. */
export const addressOf = ({
  id,
  kind,
  peerId,
}: Pick<ConversationSummary, 'id' | 'kind' | 'peerId'>): ForwardAddress =>
  kind === 'group'
    ? { kind: 'group', id: parseConversationId(id).wireId }
    : { kind: 'person', id: peerId ?? 0 }

const personTarget = ({ userId, displayName, nickname, avatarUrl, chatId }: Friend): ForwardTarget => ({
  key: targetKey({ kind: 'person', id: userId }),
  kind: 'person',
  id: userId,
  name: displayName,
  avatarUrl,
  avatarId: userId,
  otherNames: [nickname, chatId],
})

function groupTarget(conversation: ConversationSummary): ForwardTarget {
  const { id, title, avatarUrl, group } = conversation
  const address = addressOf(conversation)
  const ban = group && writingBan(group)
  return {
    ...address,
    key: targetKey(address),
    name: title,
    avatarUrl,
    avatarId: id,
    otherNames: [],
    ...(group && { memberCount: group.memberCount }),
    ...(ban && { ban }),
  }
}
