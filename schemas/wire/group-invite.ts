import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'
import { optionalText, wireId } from './primitives.ts'

/** What an invitation tells of its group [MSG-13]. */
export const inviteFields = {
  GroupID: wireId,
  GroupName: optionalText,
  GroupImg: optionalText,
  JoinType: z._default(z.nullish(z.number()), 0),
  Info: optionalText,
  UserCount: z._default(z.nullish(z.number()), 0),
  MaxUserCount: z.nullish(z.number()),
} as const

/** The body of an `invite` message, as JSON text [MSG-13]. */
export const groupInvite = z.looseObject(inviteFields)
export type GroupInvite = z.infer<typeof groupInvite>

/** What a body invites to; undefined when it is no invitation. */
export const readGroupInvite = (body: string): GroupInvite | undefined => readJsonText(groupInvite, body)
