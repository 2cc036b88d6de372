import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'
import { optionalText, wireId } from './primitives.ts'

/** The body of a `card` message, as JSON text: a person whose contact is passed on [MSG-12]. */
export const contactCard = z.looseObject({
  HeadImg: optionalText,
  UserID: wireId,
  NickName: z.string(),
  VChatID: optionalText,
})
export type WireContactCard = z.infer<typeof contactCard>

/** The person a body passes on; undefined when it is no card. */
export const readContactCard = (body: string): WireContactCard | undefined => readJsonText(contactCard, body)
