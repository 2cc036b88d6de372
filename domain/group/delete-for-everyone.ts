import { canManage, groupRole } from './roles.ts'

/** How long a message can be deleted for everyone, ms [MSG-41]. */
export const deletableFor = 7 * 24 * 60 * 60_000
/** How long a plain member can recall an own message, ms [MSG-47]. */
export const recallableFor = 1_800_000

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
  if (!canManage(actorRole)) return isOwn && age <= recallableFor
  if (age > deletableFor) return false
  return isOwn || senderRole < groupRole.owner
}
