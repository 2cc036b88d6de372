import * as z from 'zod/mini'
import { optionalText, wireId } from '../primitives.ts'
import { command } from './commands.ts'

/** Exactly one of these names the conversation. */
const place = { ChatSessionID: z.nullish(wireId), GroupID: z.nullish(wireId) }

const typing = z.looseObject({
  Cmd: z.literal(command.typing),
  ...place,
  /** `none` ends it before its time-out. */
  State: z.enum(['typing', 'recording', 'none']),
})

/** This user types or records in a conversation, or has stopped; an extension (docs/extensions.md). */
export const sendTypingFrame = typing

/** Another person types or records in a conversation, or has stopped; an extension (docs/extensions.md). */
export const typingFrame = z.extend(typing, {
  UserID: wireId,
  /** The person's name in the group, else the nickname. */
  UserName: optionalText,
})
