import * as z from 'zod/mini'
import { readJsonText } from '../../json-text.ts'
import { wireTime } from '../primitives.ts'
import type { command } from './commands.ts'

/** Written out, so that the first page, which probes sockets, loads no other command. */
const connected: (typeof command)['connected'] = 'Connected'

/** The greeting. It must be the first frame [SOCK-56 ENDP-10]. */
export const connectedFrame = z.looseObject({ Cmd: z.literal(connected), Time: wireTime })

/** Returns whether a frame is the greeting, without importing the schemas of other frames. */
export const isConnectedFrame = (text: string): boolean => readJsonText(connectedFrame, text) !== undefined
