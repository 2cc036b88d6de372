import * as z from 'zod/mini'
import { parseJson } from '../../json-text.ts'
import { type ClientFrame, clientFrame } from './from-client.ts'

export type ReadClientFrame =
  | { readonly isValid: true; readonly frame: ClientFrame }
  /** `kind` names what was wrong without repeating what was sent. */
  | { readonly isValid: false; readonly kind: string }

/** Reads one text frame of a client. */
export function readClientFrame(text: string): ReadClientFrame {
  const value = parseJson(text)
  if (value === undefined) return { isValid: false, kind: 'not JSON' }
  const result = z.safeParse(clientFrame, value)
  if (result.success) return { isValid: true, frame: result.data }
  const path = result.error.issues[0]?.path.join('.')
  return { isValid: false, kind: `unfit at ${path || 'the top'}` }
}
