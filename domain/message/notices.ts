import type { MessageType } from '#schemas/wire/message.ts'
import { canManage } from '../group/roles.ts'

/** Comings and goings of members: told to those who look, but nobody's unread. */
export const uncountedTypes = ['GroupJoin', 'GroupLeave'] as const satisfies readonly MessageType[]

const uncounted: ReadonlySet<MessageType> = new Set(uncountedTypes)

/** Whether an unread message of this type counts as one [NOTIF-08]. */
export const isCounted = (type: MessageType): boolean => !uncounted.has(type)

/** Departures are told to managers only; undefined is the role of who is in no group [MSG-21]. */
export const isShownTo = (type: MessageType, role: number | undefined): boolean =>
  type !== 'GroupLeave' || (role !== undefined && canManage(role))
