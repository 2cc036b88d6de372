import * as z from 'zod/mini'
import { parseJson } from '../json-text.ts'
import type { AnyCall } from './define-call.ts'
import { wireId } from './primitives.ts'

/** The first invalid field, and whether its text is too short or too long. */
export interface RequestProblem {
  readonly field: string | undefined
  readonly kind: 'short' | 'long' | 'other'
  /** The violated limit, 0 for `other`. */
  readonly count: number
}
export type ReadRequest =
  | { readonly isValid: true; readonly fields: unknown }
  | { readonly isValid: false; readonly problem: RequestProblem }

/** Validates the fields of a call by its definition. */
export function readRequest(call: AnyCall, fields: unknown): ReadRequest {
  const result = z.core.safeParse(call.request, fields)
  if (result.success) return { isValid: true, fields: result.data }
  return { isValid: false, problem: describeIssue(result.error.issues[0]) }
}

function describeIssue(issue: z.core.$ZodIssue | undefined): RequestProblem {
  const name = issue?.path[0]
  const field = typeof name === 'string' ? name : undefined
  if (issue?.code === 'too_small' && issue.origin === 'string') {
    return { field, kind: 'short', count: Number(issue.minimum) }
  }
  if (issue?.code === 'too_big' && issue.origin === 'string') {
    return { field, kind: 'long', count: Number(issue.maximum) }
  }
  return { field, kind: 'other', count: 0 }
}

/** Free texts, which may hold any characters; all others are names, addresses and secrets. */
const freeTexts = new Set([
  ...[
    'Message',
    'Content',
    'NickName',
    'RemarkName',
    'Remark',
    'Source',
    'GroupName',
    'Info',
    'MemberName',
    'FromName',
  ],
  ...['Describe', 'TagName', 'Name', 'Password', 'Quote', 'Keyword'],
])
/** The only numbers that clients may measure in fractions of their unit, ms. */
const times = new Set(['TimeStamp', 'UpdateTime'])
/** Values nested in each other, and values altogether, at most. No request of the contract comes near. */
const shape = { depth: 8, values: 2_000 }
const characters = 64 * 1024

/**
 * Parses the JSON of a request or a frame. Returns undefined if it is no JSON, or nested deeper than any request: parsing
 * deep nesting takes a hundred times as long as other text of that length.
 */
export const parseRequest = (text: string): unknown => (isTooDeep(text) ? undefined : parseJson(text))

const [quote, backslash, list, listEnd, object, objectEnd] = ['"', '\\', '[', ']', '{', '}'].map((one) =>
  one.charCodeAt(0),
)

function isTooDeep(text: string): boolean {
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInText && code === backslash) at += 1
    else if (code === quote) isInText = !isInText
    else if (isInText) continue
    else if (code === list || code === object) depth += 1
    else if (code === listEnd || code === objectEnd) depth -= 1
    // One more than the values in it may be nested.
    if (depth > shape.depth + 1) return true
  }
  return false
}

/**
 * Whether fields hold only values that a request of some call can have: safe integers, and texts of at most 64 kB,
 * without NUL where no free text is expected. Checked before authentication, so that malformed requests cost little.
 */
export function isWellFormed(fields: unknown): boolean {
  let waiting: (readonly [name: string, value: unknown])[] = [['', fields]]
  for (let depth = 0, count = 0; waiting.length > 0; depth++) {
    count += waiting.length
    if (depth > shape.depth || count > shape.values) return false
    if (!waiting.every(([name, value]) => isWellFormedValue(name, value))) return false
    waiting = waiting.flatMap(([name, value]) => {
      if (Array.isArray(value)) return value.map((one) => [name, one] as const)
      return typeof value === 'object' && value !== null ? Object.entries(value) : []
    })
  }
  return true
}

function isWellFormedValue(name: string, value: unknown): boolean {
  if (typeof value === 'number')
    return times.has(name) ? Math.abs(value) <= Number.MAX_SAFE_INTEGER : Number.isSafeInteger(value)
  if (typeof value !== 'string') return true
  return value.length <= characters && (freeTexts.has(name) || !/[\0\p{Surrogate}]/u.test(value))
}

const credentials = z.object({ UID: wireId, Token: z.string().check(z.minLength(1), z.maxLength(256)) })

/** Returns the claimed caller, or undefined. Numbers in forms and headers are text. */
export function readCredentials(
  source: unknown,
): { readonly UID: number; readonly Token: string } | undefined {
  const result = z.safeParse(z.extend(credentials, { UID: z.pipe(z.coerce.number(), wireId) }), source)
  return result.success ? result.data : undefined
}
