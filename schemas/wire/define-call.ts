import type * as z from 'zod/mini'
import type { CallTarget } from './envelope.ts'

/** One call of the contract: where it goes, who may make it, what it takes and what it answers. */
export interface CallDefinition<Request extends z.core.$ZodType, Data extends z.core.$ZodType> {
  /** Name under the target's base, with its slash, in the specification's casing. */
  readonly path: `/${string}`
  readonly target: CallTarget
  readonly method: 'GET' | 'POST'
  /** Whether the caller proves who it is by UID and Token. */
  readonly isAuthenticated: boolean
  /** JSON fields of a POST, query fields of a GET; for an upload the fields beside the file. */
  readonly request: Request
  readonly data: Data
  /** Codes that are answers rather than errors; 0 unless said otherwise [HTTP-05]. */
  readonly allowedCodes: readonly number[]
  /** A query may be retried 5 times, a repeatable mutation 3 times, any other mutation never (DEC-125). */
  readonly kind: 'query' | 'repeatable' | 'once'
  /** Multipart with one part named `file` instead of JSON. */
  readonly isUpload: boolean
  /** Whether the answer sets a cookie that the platform has to keep. */
  readonly setsCookie: boolean
}

type CallOptions<Request extends z.core.$ZodType, Data extends z.core.$ZodType> = Pick<
  CallDefinition<Request, Data>,
  'path' | 'request' | 'data' | 'kind'
> &
  Partial<CallDefinition<Request, Data>>

/**
 * Declares a call; an authenticated JSON POST to the main API unless told otherwise. Marked as free of effects, so that a build
 * leaves out the calls that nobody in it makes.
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
