import { type ResultCode, resultCode } from '#schemas/result-codes.ts'
import type { AnyCall, ParsedRequestOf, WireDataOf } from '#schemas/wire/define-call.ts'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import type { ExtensionName } from '#schemas/wire/extensions.ts'
import type { Principal, SessionKind } from '../accounts/sign-in-sessions.ts'
import { callCost } from '../limits/limits.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Locale } from '../texts/say.ts'

/** The parts of a call apart from its fields. */
export interface CallContext {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly peer: Peer
  /** The part named `file` of an upload, with its original name. */
  readonly file?: Uint8Array
  readonly fileName?: string
  /** Whether the upload counts already in what its account may send in a day. */
  readonly isAdmitted?: boolean
  /** The Cookie header; empty if the caller is no browser. */
  readonly cookies?: string
  /** Takes the value of a Set-Cookie header; absent if the caller is no browser. */
  setCookie?(cookie: string): void
}

/** A call as its handler sees it: validated, and with the language of the request. */
export interface PublicRequest<Call extends AnyCall> {
  readonly fields: ParsedRequestOf<Call>
  readonly services: Services
  readonly peer: Peer
  readonly locale: Locale
  readonly file: Uint8Array | undefined
  /** The original name; never trusted. */
  readonly fileName: string
  readonly cookies: string
  /** The User-Agent header. */
  readonly userAgent: string
  /** Sets a cookie in the calling browser. */
  setCookie(cookie: string): void
}
export interface GuardedRequest<Call extends AnyCall> extends PublicRequest<Call> {
  readonly principal: Principal
}

export interface CallResponse<Data> {
  readonly code: ResultCode
  readonly text: string
  readonly data: Data | null
}

/** Success, with the data and an optional text for the user. */
export const done = <Data>(data: Data, text = ''): CallResponse<Data> => ({ code: resultCode.ok, text, data })

/** A result code other than 0 that the call's definition allows, so no error. */
export const respondWith = (code: ResultCode, text: string): CallResponse<never> => ({
  code,
  text,
  data: null,
})

export const toEnvelope = (given: CallResponse<unknown>): ResponseEnvelope => ({
  Code: given.code,
  Msg: given.text,
  Data: given.data,
})

/** One entry of the call table. */
export interface Route {
  readonly definition: AnyCall
  /** The kinds of session that may make this call; undefined if the call needs no sign-in. */
  readonly sessionKinds: readonly SessionKind[] | undefined
  /** The tokens that the call takes from its account's rate limit. */
  readonly cost: number
  /** The extensions that need the call; absent if it is in the specification or always offered. */
  readonly extensions?: readonly ExtensionName[] | undefined
  /** `fields` have passed the definition's schema. */
  run(
    request: Omit<GuardedRequest<AnyCall>, 'principal'> & { readonly principal?: Principal },
  ): Promise<CallResponse<unknown>>
}

/** Registers a call that needs no sign-in. */
export function open<Call extends AnyCall>(
  definition: Call,
  handler: (request: PublicRequest<Call>) => Promise<CallResponse<WireDataOf<Call>>>,
): Route {
  if (definition.isAuthenticated) throw new Error(`${definition.path} must be guarded`)
  return {
    definition,
    sessionKinds: undefined,
    cost: callCost.usual,
    // The dispatcher has parsed the fields with this definition's schema.
    run: (request) => handler(request as PublicRequest<Call>),
  }
}

interface GuardOptions {
  /** The kinds of session that may make the call; only `full` by default. */
  readonly sessionKinds?: readonly SessionKind[]
  /** The tokens that the call takes from its account's rate limit. */
  readonly cost?: number
  /** The extensions that need the call. A server with none of them responds as if the call did not exist. */
  readonly extensions?: readonly ExtensionName[]
}

/** Registers a call for signed-in people. */
export function guarded<Call extends AnyCall>(
  definition: Call,
  handler: (request: GuardedRequest<Call>) => Promise<CallResponse<WireDataOf<Call>>>,
  { sessionKinds = ['full'], cost = callCost.usual, extensions }: GuardOptions = {},
): Route {
  if (!definition.isAuthenticated) throw new Error(`${definition.path} must be open`)
  return {
    definition,
    sessionKinds,
    cost,
    extensions,
    // The dispatcher has parsed the fields with this definition's schema and found the principal.
    run: (request) => handler(request as GuardedRequest<Call>),
  }
}
