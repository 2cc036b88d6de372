import type { MessageType } from '#schemas/message-types.ts'
import { canManage } from '../group/roles.ts'

/** Comings and goings of members: told to those who look, but nobody's unread. */
export const uncountedTypes = ['GroupJoin', 'GroupLeave'] as const satisfies readonly MessageType[]

const uncounted: ReadonlySet<MessageType> = new Set(uncountedTypes)

/** Whether an unread message of this type counts as one [NOTIF-08]. */
export const isCounted = (type: MessageType): boolean => !uncounted.has(type)

/** Who looks at a notice. */
export interface NoticeReader {
  /** In the group; undefined outside of any. */
  readonly role: number | undefined
  readonly isInternal: boolean
}

const joinMethods = [undefined, 'qr-code', 'invitation', 'live-fans-group', 'one-station'] as const

/**
 * Names how somebody came in, for internal users who manage the group; undefined where it is not known or not for this reader
 * [MSG-22 ADMIN-26].
 */
export function joinMethodFor(method: number, { role, isInternal }: NoticeReader) {
  return isInternal && role !== undefined && canManage(role) ? joinMethods[method] : undefined
}

/** Departures are told to managers only [MSG-21]. */
export const isForManagers = (type: MessageType): boolean => type === 'GroupLeave'

/** Whether somebody of this role is shown messages of this type; undefined is the role of who is in no group [MSG-21]. */
export const isShownTo = (type: MessageType, role: number | undefined): boolean =>
  !isForManagers(type) || (role !== undefined && canManage(role))
