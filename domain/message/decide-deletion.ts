import type { ConversationKind, ServerId } from '#schemas/ids.ts'
import type { Outcome, Rejection } from '../commands/command.ts'
import { canManage, groupRole } from '../group/roles.ts'
import { rejectedBecause, succeeded } from '../http/rejection.ts'

/** The fields of a message that its deletion depends on. */
export interface DeletableMessage {
  /** Undefined until the server has accepted it. */
  readonly serverId: ServerId | undefined
  readonly isOwn: boolean
  /** The sender's role in a group; absent when it is 0. */
  readonly senderRole?: number | undefined
  /** Server time, ms. */
  readonly sentAt: number
}

/** The conversation of a deletion, and the own role there. */
export interface DeletionContext {
  readonly kind: ConversationKind
  /** The own role in a group; 0 in a one-to-one conversation. */
  readonly role: number
}

/** The title of its alert is `conversation.delete.failed` [MSG-46]. */
const notDeletable: Rejection = { key: 'conversation.delete.failed-content' }

/**
 * Decides which messages this person may delete for everyone; `now` is server ms. Rejects all if one of them may not be
 * deleted or was not accepted by the server yet (DEC-20 DEC-21) [MSG-41 MSG-42 MSG-43 MSG-44 MSG-46 MSG-47].
 */
export function decideDeleteForEveryone(
  messages: readonly DeletableMessage[],
  standing: DeletionContext,
  now: number,
): Outcome<readonly ServerId[]> {
  const serverIds: ServerId[] = []
  for (const message of messages) {
    if (message.serverId === undefined || !mayDelete(message, standing, now))
      return rejectedBecause(notDeletable)
    serverIds.push(message.serverId)
  }
  return succeeded(serverIds)
}

function mayDelete(
  { isOwn, senderRole = 0, sentAt }: DeletableMessage,
  { kind, role }: DeletionContext,
  now: number,
): boolean {
  const age = now - sentAt
  if (kind === 'direct') return isOwn && age <= deletionTimeLimit
  return mayDeleteInGroup({ actorRole: role, isOwn, senderRole, age })
}

/** Whether deleting for everyone is offered at all: plain members of groups recall instead [MSG-45] (DEC-21). */
export const offersDeletingForEveryone = ({ kind, role }: DeletionContext): boolean =>
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
 * Whether this member may delete a message of a group for everyone (DEC-20 DEC-21): managers within seven days, but the
 * owner's messages only by the owner; plain members only their own, within half an hour [MSG-41 MSG-43 MSG-44 MSG-47
 * ADMIN-13].
 */
export function mayDeleteInGroup({ actorRole, isOwn, senderRole, age }: GroupDeletion): boolean {
  if (!canManage(actorRole)) return isOwn && age <= recallTimeLimit
  if (age > deletionTimeLimit) return false
  return isOwn || senderRole < groupRole.owner
}
