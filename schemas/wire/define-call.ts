import type * as z from 'zod/mini'
import type { CallTarget } from './envelope.ts'

/** A call of the contract: its target, authentication, request and response. */
export interface CallDefinition<Request extends z.core.$ZodType, Data extends z.core.$ZodType> {
  /** The path below the target's base, with its slash, in the specification's casing. */
  readonly path: `/${string}`
  readonly target: CallTarget
  readonly method: 'GET' | 'POST'
  /** Whether the caller authenticates by UID and Token. */
  readonly isAuthenticated: boolean
  /** JSON fields of a POST, query fields of a GET, form fields of an upload except the file. */
  readonly request: Request
  readonly data: Data
  /** Codes that are not errors; by default 0 [HTTP-05]. */
  readonly allowedCodes: readonly number[]
  /** A query may be retried 5 times, a repeatable mutation 3 times, any other mutation never (DEC-125). */
  readonly kind: 'query' | 'repeatable' | 'once'
  /** A multipart form with one part named `file` instead of JSON. */
  readonly isUpload: boolean
  /** Whether the response sets a cookie that the platform must store. */
  readonly setsCookie: boolean
}

type CallOptions<Request extends z.core.$ZodType, Data extends z.core.$ZodType> = Pick<
  CallDefinition<Request, Data>,
  'path' | 'request' | 'data' | 'kind'
> &
  Partial<CallDefinition<Request, Data>>

/**
 * Declares a call; by default an authenticated JSON POST to the main API. Marked as free of side effects, so that a
 * build leaves out unused calls.
 */
// @__NO_SIDE_EFFECTS__
export const defineCall = <Request extends z.core.$ZodType, Data extends z.core.$ZodType>(
  options: CallOptions<Request, Data>,
): CallDefinition<Request, Data> => ({
  target: 'main',
  method: 'POST',
  isAuthenticated: true,
  allowedCodes: [0],
  isUpload: false,
  setsCookie: false,
  ...options,
})

export type AnyCall = CallDefinition<z.core.$ZodType, z.core.$ZodType>
export type RequestOf<Call extends AnyCall> = z.input<Call['request']>
export type ParsedRequestOf<Call extends AnyCall> = z.output<Call['request']>
export type DataOf<Call extends AnyCall> = z.output<Call['data']>
export type WireDataOf<Call extends AnyCall> = z.input<Call['data']>
