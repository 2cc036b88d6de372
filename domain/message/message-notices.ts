import type { MessageType } from '#schemas/message-types.ts'
import { canManage } from '../group/roles.ts'

/** Notices about members joining and leaving. They are never unread. */
export const uncountedTypes = ['GroupJoin', 'GroupLeave'] as const satisfies readonly MessageType[]

const uncounted: ReadonlySet<MessageType> = new Set(uncountedTypes)

/** Whether an unread message of this type counts as unread [NOTIF-08]. */
export const countsAsUnread = (type: MessageType): boolean => !uncounted.has(type)

const noticeTypes: ReadonlySet<string> = new Set(['notice', 'noticeallban', 'GroupJoin', 'GroupLeave'])

/** Notices come from the system and belong to no run. */
export function isNotice(message: { readonly type: string }): boolean {
  return noticeTypes.has(message.type)
}

/** The reader of a notice. */
export interface NoticeReader {
  /** The role in the group; undefined outside groups. */
  readonly role: number | undefined
  readonly isInternal: boolean
}

const joinMethods = [undefined, 'qr-code', 'invitation', 'live-fans-group', 'one-station'] as const

/**
 * Returns how a member joined, for internal users who manage the group. Undefined if it is unknown or the reader may
 * not see it [MSG-22 ADMIN-26].
 */
export function joinMethodFor(method: number, { role, isInternal }: NoticeReader) {
  return isInternal && role !== undefined && canManage(role) ? joinMethods[method] : undefined
}

/** Only managers see notices about members who left [MSG-21]. */
export const isShownToManagersOnly = (type: MessageType): boolean => type === 'GroupLeave'

/** Whether a member with this role sees messages of this type; undefined is the role outside groups [MSG-21]. */
export const isShownTo = (type: MessageType, role: number | undefined): boolean =>
  !isShownToManagersOnly(type) || (role !== undefined && canManage(role))
