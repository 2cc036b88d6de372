import type { StoredAccount } from '#schemas/storage/account.ts'
import type { Locale } from '#src/app/locales.ts'

/** What the page asks of the worker that holds the backend. Both ends come from one build, so nothing is parsed. */
export type ToWorker =
  /** Opens the world that is kept, or a fresh one in that language. */
  | { readonly type: 'open'; readonly locale: Locale; readonly isFresh: boolean }
  /** The page is drawn: the others in the world may begin to act; asked once. */
  | { readonly type: 'startWorldBots'; readonly locale: Locale; readonly isFresh: boolean }
  | { readonly type: 'request'; readonly id: number; readonly request: CarriedRequest }
  | { readonly type: 'connect'; readonly id: number }
  | { readonly type: 'frame'; readonly id: number; readonly text: string }
  | { readonly type: 'disconnect'; readonly id: number }

export type FromWorker =
  | { readonly type: 'step'; readonly step: WorkerStep }
  | { readonly type: 'opened'; readonly account: StoredAccount | undefined }
  /** A fresh world is whole on disk: from now on it is kept. */
  | { readonly type: 'kept' }
  | { readonly type: 'failed'; readonly reason: OpenFailure; readonly detail: string }
  | { readonly type: 'response'; readonly id: number; readonly response: CarriedResponse }
  | { readonly type: 'frame'; readonly id: number; readonly text: string }
  | { readonly type: 'closed'; readonly id: number; readonly code: number }
  | { readonly type: 'fault'; readonly kind: string; readonly detail: string; readonly cause?: string }

/** What the worker has done so far on its way to a world that can be used. */
export type WorkerStep = 'engine' | 'world' | 'sign-in'

/** `missing`: the kept world is not there any more, and a fresh one has to be made. */
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
