import { type ResultCode, resultCode } from '#schemas/result-codes.ts'
import type { AnyCall, ParsedRequestOf, WireDataOf } from '#schemas/wire/define-call.ts'
import type { ResponseEnvelope } from '#schemas/wire/envelope.ts'
import type { Principal, SessionKind } from '../accounts/sign-in-sessions.ts'
import { callCost } from '../limits/limits.ts'
import type { Peer } from '../ports.ts'
import type { Services } from '../services.ts'
import type { Locale } from '../texts/say.ts'

/** What comes with a call apart from its fields. */
export interface CallContext {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly peer: Peer
  /** The part named `file` of an upload, and what it was called. */
  readonly file?: Uint8Array
  readonly fileName?: string
  /** The Cookie header; empty where no browser asks. */
  readonly cookies?: string
  /** Takes the value of a Set-Cookie header; absent where no browser asks. */
  setCookie?(cookie: string): void
}

/** A call as its handler sees it: checked, and in the language of the request. */
export interface OpenRequest<Call extends AnyCall> {
  readonly fields: ParsedRequestOf<Call>
  readonly services: Services
  readonly peer: Peer
  readonly locale: Locale
  readonly file: Uint8Array | undefined
  /** What the sender called it; nothing is concluded from it. */
  readonly fileName: string
  readonly cookies: string
  /** What the client says it is, in the User-Agent header. */
  readonly userAgent: string
  /** Gives the asking browser a cookie. */
  setCookie(cookie: string): void
}
export interface GuardedRequest<Call extends AnyCall> extends OpenRequest<Call> {
  readonly principal: Principal
}

export interface Answer<Data> {
  readonly code: ResultCode
  readonly text: string
  readonly data: Data | null
}

/** Success, with what it answers and a text when a person should be told. */
export const done = <Data>(data: Data, text = ''): Answer<Data> => ({ code: resultCode.ok, text, data })

/** An answer other than 0 that the call's definition allows, so no error. */
export const answer = (code: ResultCode, text: string): Answer<never> => ({ code, text, data: null })

export const toEnvelope = (given: Answer<unknown>): ResponseEnvelope => ({
  Code: given.code,
  Msg: given.text,
  Data: given.data,
})

/** One entry of the call table. */
export interface Route {
  readonly definition: AnyCall
  /** Kinds of session that may make this call; undefined when the call needs no sign-in. */
  readonly sessionKinds: readonly SessionKind[] | undefined
  /** Tokens that the call takes of its account's limit. */
  readonly cost: number
  /** `fields` have passed the definition's schema. */
  run(
    request: Omit<GuardedRequest<AnyCall>, 'principal'> & { readonly principal?: Principal },
  ): Promise<Answer<unknown>>
}

/** Registers a call that anybody may make. */
export function open<Call extends AnyCall>(
  definition: Call,
  handler: (request: OpenRequest<Call>) => Promise<Answer<WireDataOf<Call>>>,
): Route {
  if (definition.isAuthenticated) throw new Error(`${definition.path} must be guarded`)
  return {
    definition,
    sessionKinds: undefined,
    cost: callCost.usual,
    // The dispatcher has parsed the fields with this very definition's schema.
    run: (request) => handler(request as OpenRequest<Call>),
  }
}

interface GuardOptions {
  /** Kinds of session that may make the call; only `full` unless given. */
  readonly sessionKinds?: readonly SessionKind[]
  /** Tokens that the call takes of its account's limit. */
  readonly cost?: number
}

/** Registers a call for signed-in people. */
export function guarded<Call extends AnyCall>(
  definition: Call,
  handler: (request: GuardedRequest<Call>) => Promise<Answer<WireDataOf<Call>>>,
  { sessionKinds = ['full'], cost = callCost.usual }: GuardOptions = {},
): Route {
  if (!definition.isAuthenticated) throw new Error(`${definition.path} must be open`)
  return {
    definition,
    sessionKinds,
    cost,
    // The dispatcher has parsed the fields with this very definition's schema and found the principal.
    run: (request) => handler(request as GuardedRequest<Call>),
  }
}
