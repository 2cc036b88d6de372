import * as z from 'zod/mini'
import { parseJson } from '../json-text.ts'
import type { AnyCall, DataOf } from './define-call.ts'
import { type RejectionData, rejectionData, responseEnvelope } from './envelope.ts'

/** A valid response. `data` is undefined if the call does not allow the code. */
interface ReadResponse<Data> {
  readonly kind: 'response'
  readonly isAllowed: boolean
  readonly code: number
  readonly message: string
  readonly data: Data | undefined
  readonly rejection: RejectionData
  /** Paths of list items that were left out as invalid; empty if the whole response is valid. */
  readonly dropped: string
}
/** An invalid response; its code and message are present if they could be read [HTTP-12]. */
interface MalformedResponse {
  readonly kind: 'malformed'
  readonly code: number | undefined
  readonly message: string
  /** Paths and codes of the invalid parts; never the values. */
  readonly detail: string
}
export type ParsedResponse<Data> = ReadResponse<Data> | MalformedResponse

type Issue = z.core.$ZodIssue

/** Describes the invalid parts without values, so that the description may be reported. */
export const describeIssues = (issues: readonly Issue[]): string =>
  issues
    .slice(0, 5)
    .map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`)
    .join('; ')

/** Returns the path to the innermost list item that contains an issue; undefined outside lists. */
function itemPath(issue: Issue): readonly PropertyKey[] | undefined {
  const index = issue.path.findLastIndex((part) => typeof part === 'number')
  return index < 0 ? undefined : issue.path.slice(0, index + 1)
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  // Each step only reads a property of parsed JSON. Anything else gives undefined.
  return path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown> | null)?.[part], root)
}

/** Removes invalid items from their lists. Returns false if an issue is outside every list. */
function removeInvalidItems(data: unknown, issues: readonly Issue[]): boolean {
  const paths = issues.map(itemPath)
  const invalidIndexes = new Map<unknown[], Set<number>>()
  for (const path of paths) {
    const list = path && valueAt(data, path.slice(0, -1))
    const index = path?.at(-1)
    if (!Array.isArray(list) || typeof index !== 'number') return false
    invalidIndexes.set(list, (invalidIndexes.get(list) ?? new Set()).add(index))
  }
  for (const [list, indexes] of invalidIndexes) {
    list.splice(0, list.length, ...list.filter((_, index) => !indexes.has(index)))
  }
  return true
}

/**
 * Reads the text of a response. Lists are read item by item: invalid items are left out and the rest is used (DEC-93).
 * Never throws. [HTTP-04 HTTP-05 HTTP-12]
 */
export function parseResponse<Call extends AnyCall>(call: Call, text: string): ParsedResponse<DataOf<Call>> {
  const envelope = z.safeParse(responseEnvelope, parseJson(text))
  if (!envelope.success) {
    return { kind: 'malformed', code: undefined, message: '', detail: describeIssues(envelope.error.issues) }
  }
  const { Code: code, Data } = envelope.data
  const message = envelope.data.Msg ?? ''
  const rejection = z.safeParse(rejectionData, Data)
  const common = { code, message, rejection: rejection.success ? rejection.data : {} }
  if (!call.allowedCodes.includes(code)) {
    return { kind: 'response', isAllowed: false, data: undefined, dropped: '', ...common }
  }
  const first = z.safeParse(call.data, Data)
  // The schema belongs to this call, so its output is the call's data. The compiler cannot infer this.
  if (first.success) {
    return { kind: 'response', isAllowed: true, data: first.data as DataOf<Call>, dropped: '', ...common }
  }
  const detail = describeIssues(first.error.issues)
  const second = removeInvalidItems(Data, first.error.issues) ? z.safeParse(call.data, Data) : first
  if (!second.success) return { kind: 'malformed', code, message, detail }
  return { kind: 'response', isAllowed: true, data: second.data as DataOf<Call>, dropped: detail, ...common }
}
