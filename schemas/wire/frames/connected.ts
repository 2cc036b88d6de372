import * as z from 'zod/mini'
import { readJsonText } from '../../json-text.ts'
import { wireTime } from '../primitives.ts'
import { command } from './commands.ts'

/** The greeting; nothing else may come first [SOCK-56 ENDP-10]. */
export const connectedFrame = z.looseObject({ Cmd: z.literal(command.connected), Time: wireTime })

/** Whether a text of the socket is the greeting, without knowing all the other frames. */
export const isConnectedFrame = (text: string): boolean => readJsonText(connectedFrame, text) !== undefined
