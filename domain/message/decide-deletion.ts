import type { ConversationKind, ServerId } from '#schemas/ids.ts'
import type { Outcome, Refusal } from '../commands/command.ts'
import { canManage, groupRole } from '../group/roles.ts'
import { refusedBecause, succeeded } from '../http/refusal.ts'

/** What of a message its deletion depends on. */
export interface DeletableMessage {
  /** Undefined while the server has not taken it. */
  readonly serverId: ServerId | undefined
  readonly isOwn: boolean
  /** The sender's role in a group; absent when it is 0. */
  readonly senderRole?: number | undefined
  /** Server time, ms. */
  readonly sentAt: number
}

/** Where somebody deletes, and as what. */
export interface DeletingStanding {
  readonly kind: ConversationKind
  /** The own role in a group; 0 in a one-to-one conversation. */
  readonly role: number
}

/** Its alert's title is `conversation.delete.failed` [MSG-46]. */
const notDeletable: Refusal = { key: 'conversation.delete.failed-content' }

/**
 * Which messages leave for everyone at this person's word, `now` being server ms; refused as a whole when one of them may
 * not, or is not the server's yet (DEC-20 DEC-21) [MSG-41 MSG-42 MSG-43 MSG-44 MSG-46 MSG-47].
 */
export function decideDeleteForEveryone(
  messages: readonly DeletableMessage[],
  standing: DeletingStanding,
  now: number,
): Outcome<readonly ServerId[]> {
  const serverIds: ServerId[] = []
  for (const message of messages) {
    if (message.serverId === undefined || !mayDelete(message, standing, now))
      return refusedBecause(notDeletable)
    serverIds.push(message.serverId)
  }
  return succeeded(serverIds)
}

function mayDelete(
  { isOwn, senderRole = 0, sentAt }: DeletableMessage,
  { kind, role }: DeletingStanding,
  now: number,
): boolean {
  const age = now - sentAt
  if (kind === 'direct') return isOwn && age <= deletionTimeLimit
  return mayDeleteInGroup({ actorRole: role, isOwn, senderRole, age })
}

/** Whether deleting for everyone is shown as a choice at all: plain members of groups recall instead [MSG-45] (DEC-21). */
export const offersDeletingForEveryone = ({ kind, role }: DeletingStanding): boolean =>
  kind === 'direct' || canManage(role)

/** Whether recall is offered, `now` being server ms [MSG-47]. */
export const canRecall = ({ serverId, isOwn, sentAt }: DeletableMessage, now: number): boolean =>
  serverId !== undefined && isOwn && now - sentAt <= recallTimeLimit

/** How long a message can be deleted for everyone, ms [MSG-41]. */
export const deletionTimeLimit = 7 * 24 * 60 * 60_000
/** How long a plain member can recall an own message, ms [MSG-47]. */
export const recallTimeLimit = 1_800_000

export interface GroupDeletion {
  readonly actorRole: number
  readonly isOwn: boolean
  /** The sender's role now; 0 when the sender has left. */
  readonly senderRole: number
  /** Age of the message, ms. */
  readonly age: number
}

/**
 * Whether a group's message goes for everyone at this member's word (DEC-20 DEC-21): managers within seven days, but the
 * owner's only by the owner; plain members only their own, within half an hour. [MSG-41 MSG-43 MSG-44 MSG-47 ADMIN-13]
 */
export function mayDeleteInGroup({ actorRole, isOwn, senderRole, age }: GroupDeletion): boolean {
  if (!canManage(actorRole)) return isOwn && age <= recallTimeLimit
  if (age > deletionTimeLimit) return false
  return isOwn || senderRole < groupRole.owner
}
