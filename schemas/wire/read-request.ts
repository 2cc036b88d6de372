import * as z from 'zod/mini'
import type { AnyCall } from './define-call.ts'
import { authenticatedFields } from './envelope.ts'

/** The first thing that does not fit: which field, and whether it is a text too short or too long. */
export interface RequestProblem {
  readonly field: string | undefined
  readonly kind: 'short' | 'long' | 'other'
  /** The bound that was missed, 0 for `other`. */
  readonly count: number
}
export type ReadRequest =
  | { readonly isValid: true; readonly fields: unknown }
  | { readonly isValid: false; readonly problem: RequestProblem }

/** Checks the fields of a call by its definition. */
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

const credentials = z.pick(authenticatedFields, { UID: true, Token: true })

/** Who a call says it is from, or undefined; numbers of a form and of headers come as text. */
export function readCredentials(
  source: unknown,
): { readonly UID: number; readonly Token: string } | undefined {
  const result = z.safeParse(z.extend(credentials, { UID: z.coerce.number() }), source)
  return result.success ? result.data : undefined
}
