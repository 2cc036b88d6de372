import type { StoredAccount } from '#schemas/storage/account.ts'
import type { FaultReporter } from '#server/ports.ts'
import type { Locale } from '#src/app/locales.ts'

/** Messages from the page to the worker. Both come from one build, so that nothing is parsed. */
export type ToWorker =
  /** Opens the stored world, or a fresh one in this language. */
  | { readonly type: 'open'; readonly locale: Locale; readonly isFresh: boolean }
  /** The app has rendered, so that the bots may start. Sent once. */
  | { readonly type: 'startWorldBots'; readonly locale: Locale; readonly isFresh: boolean }
  | { readonly type: 'request'; readonly id: number; readonly request: CarriedRequest }
  | { readonly type: 'connect'; readonly id: number }
  | { readonly type: 'frame'; readonly id: number; readonly text: string }
  | { readonly type: 'disconnect'; readonly id: number }

export type FromWorker =
  | { readonly type: 'step'; readonly step: WorkerStep }
  | { readonly type: 'opened'; readonly account: StoredAccount | undefined }
  /** A fresh world is stored completely. Later starts open it. */
  | { readonly type: 'saved' }
  | { readonly type: 'failed'; readonly reason: OpenFailure; readonly detail: string }
  | { readonly type: 'response'; readonly id: number; readonly response: CarriedResponse }
  | { readonly type: 'frame'; readonly id: number; readonly text: string }
  | { readonly type: 'closed'; readonly id: number; readonly code: number }
  | { readonly type: 'fault'; readonly kind: string; readonly detail: string; readonly cause?: string }

/** The steps of the worker until the world is usable. */
export type WorkerStep = 'engine' | 'world' | 'sign-in'

/** `missing`: the stored world no longer exists, and a fresh one is needed. */
export type OpenFailure = 'missing' | 'broken'

export interface CarriedRequest {
  readonly url: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | undefined
}
export interface CarriedResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

export type ReportFault = FaultReporter['report']

/** Converts an error to a line of text, because an error loses its type when it is posted to the page. */
export const errorText = (cause: unknown): string =>
  cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
