import * as z from 'zod/mini'
import { parseJson } from '../../json-text.ts'
import { describeIssues } from '../parse-answer.ts'
import { type ServerFrame, serverFrame } from './from-server.ts'

export type FrameReading =
  | { readonly isValid: true; readonly frame: ServerFrame }
  /** `kind` is the frame's Cmd, or `?` when it has none; `detail` never holds values. */
  | { readonly isValid: false; readonly kind: string; readonly detail: string }

const named = z.looseObject({ Cmd: z.string().check(z.maxLength(40)) })

/** Reads one text frame of the server; never throws (DEC-126) [SOCK-79]. */
export function readServerFrame(text: string): FrameReading {
  const value = parseJson(text)
  if (value === undefined) return { isValid: false, kind: '?', detail: 'not JSON' }
  const parsed = z.safeParse(serverFrame, value)
  if (parsed.success) return { isValid: true, frame: parsed.data }
  const name = z.safeParse(named, value)
  return {
    isValid: false,
    kind: name.success ? name.data.Cmd : '?',
    detail: describeIssues(parsed.error.issues),
  }
}
