import * as z from 'zod/mini'
import { readJsonText } from '../../json-text.ts'
import { wireTime } from '../primitives.ts'
import { command } from './commands.ts'

/** The greeting. It must be the first frame [SOCK-56 ENDP-10]. */
export const connectedFrame = z.looseObject({ Cmd: z.literal(command.connected), Time: wireTime })

/** Returns whether a frame is the greeting, without importing the schemas of other frames. */
export const isConnectedFrame = (text: string): boolean => readJsonText(connectedFrame, text) !== undefined
