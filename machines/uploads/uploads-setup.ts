import { type AnyActorRef, assign, enqueueActions, fromCallback, setup, stopChild } from 'xstate'
import type { Refusal } from '#domain/commands/command.ts'
import { refusedBecause } from '#domain/http/refusal.ts'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import {
  ended,
  needsUpload,
  noUploads,
  started,
  stopped,
  tidiedUploads,
  type UploadState,
  uploadsToStart,
  uploadsToStop,
} from '#domain/outbox/uploads.ts'
import { watchOutbox, watchSurroundings } from '#machines/outbox/watch.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerTime } from '#streams/clock/server-time.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { makeUploadReady } from '#streams/outbound/make-upload-ready.ts'
import {
  type UploadOutcome,
  type UploadParts,
  uploadAttachment,
} from '#streams/outbound/upload-attachment.ts'
import type { Clock, MediaPort, Random, ReportPort, VisibilityPort } from '#streams/ports.ts'
import type { Writable } from '#streams/readable.ts'

/** How much of each file under way has left, 0 to 1, by its message; never stored. */
export type UploadProgress = ReadonlyMap<ClientId, number>

/** What the uploads machine works with. */
export interface UploadsServices {
  readonly log: AccountLog
  readonly parts: UploadParts
  readonly random: Random
  readonly media?: MediaPort | undefined
  readonly serverTime: ServerTime
  readonly clock: Clock
  readonly visibility: VisibilityPort
  readonly report: ReportPort
  readonly progress: Writable<UploadProgress>
  /** An upload came to nothing: somebody has to be told, in the server's words, else in ours [MEDIA-35]. */
  failed(refusal: Refusal): void
}

export interface UploadsContext {
  readonly services: UploadsServices
  readonly uploads: UploadState
  /** Chosen to begin, not under way yet. */
  readonly starting: readonly UnsentMessage[]
}

export type UploadsEvent =
  | { readonly type: 'outbox.changed' }
  | { readonly type: 'surroundings.changed' }
  | { readonly type: 'upload.ended'; readonly message: UnsentMessage; readonly outcome: UploadOutcome }
  /** The log refused the address: the file is uploaded once more. */
  | { readonly type: 'ending.lost'; readonly message: UnsentMessage }

interface Ended {
  readonly message: UnsentMessage
  readonly outcome: UploadOutcome
}
interface UploadInput {
  readonly services: UploadsServices
  readonly message: UnsentMessage
  readonly owner: AnyActorRef
}

/** How often uploads that wait are looked at, and how long one waits that found no network, ms. */
const lookInterval = 1000
const offlinePause = 1000

const actorIdOf = (clientId: ClientId) => `upload-${clientId}`

function showProgress({ progress }: UploadsServices, clientId: ClientId, fraction: number | undefined): void {
  const next = new Map(progress.get())
  if (fraction === undefined) next.delete(clientId)
  else next.set(clientId, fraction)
  progress.set(next)
}

interface BringingOver {
  readonly signal: AbortSignal
  onProgress(fraction: number): void
}

/** How much of the way is making a file smaller, where it has to be. */
const preparationShare = 0.5

/** Makes the file ready if it is not yet, then uploads it. Never rejects. */
async function bringOver(
  services: UploadsServices,
  message: UnsentMessage,
  { signal, onProgress }: BringingOver,
): Promise<UploadOutcome> {
  const share = message.attachment?.preparation ? preparationShare : 0
  const prepared = await makeUploadReady(services, message, {
    signal,
    onProgress: (fraction) => onProgress(share * fraction),
  }).catch((cause: unknown) => {
    if (!signal.aborted) services.report.fault({ kind: 'upload', detail: 'could not be made ready', cause })
    return refusedBecause({ key: 'upload.failed' })
  })
  if (!prepared.isOk) return { kind: 'refused', code: resultCode.failed, text: '', refusal: prepared.refusal }
  return uploadAttachment(services.parts, prepared.value, signal, (fraction) =>
    onProgress(share + (1 - share) * fraction),
  )
}

type RefusedUpload = Pick<Extract<UploadOutcome, { kind: 'refused' }>, 'text' | 'refusal'>

/** Whether waiting helps: a limit passes, and without a network nothing could have worked. */
const isPassing = ({ services }: UploadsContext, outcome: UploadOutcome): boolean =>
  outcome.kind === 'limited' || (outcome.kind === 'unreachable' && !services.visibility.isOnline())

/** The fact that an upload leaves behind, if any; a message that can never be sent any more goes [LIFE-02 LIFE-15]. */
function factOf(context: UploadsContext, { message, outcome }: Ended): NewEvent | undefined {
  if (isPassing(context, outcome)) return undefined
  const { clientId, conversationId: stream, attempt } = message
  const common = { stream, occurredAt: context.services.serverTime.now(), origin: 'local' } as const
  if (outcome.kind === 'uploaded') {
    return { ...common, type: 'MessageUploaded', data: { clientId, body: outcome.body } }
  }
  if (outcome.kind === 'refused' && outcome.code === resultCode.messageRefused)
    return { ...common, type: 'MessageDiscarded', data: { clientId } }
  const { code, text: reason } = outcome.kind === 'refused' ? outcome : { code: resultCode.failed, text: '' }
  return { ...common, type: 'MessageFailed', data: { clientId, attempt, code, reason } }
}

/** Everything the uploads machine names. */
export const uploadsSetup = setup({
  // XState's own way to name types: the values are never read.
  types: { context: {} as UploadsContext, events: {} as UploadsEvent, input: {} as UploadsServices },
  actors: {
    /** One file on its way; stopping it gives the request up. */
    upload: fromCallback<UploadsEvent, UploadInput>(({ input: { services, message, owner } }) => {
      const over = new AbortController()
      const { clientId } = message
      const onProgress = (fraction: number) => showProgress(services, clientId, fraction)
      onProgress(0)
      void bringOver(services, message, { signal: over.signal, onProgress }).then((outcome) => {
        if (!over.signal.aborted) owner.send({ type: 'upload.ended', message, outcome })
      })
      return () => {
        over.abort()
        showProgress(services, clientId, undefined)
      }
    }),
    queue: watchOutbox,
    surroundings: watchSurroundings,
  },
  actions: {
    /** Gives up what nobody waits for any more. */
    prune: enqueueActions(({ context: { services, uploads }, enqueue }) => {
      const { messages } = services.log.outbox.get()
      const leaving = uploadsToStop(messages, uploads)
      for (const clientId of leaving) enqueue.stopChild(actorIdOf(clientId))
      enqueue.assign({ uploads: tidiedUploads(stopped(uploads, leaving), messages) })
    }),
    /** Chooses every file that may go now; `start` makes an actor of each. */
    choose: assign(({ context: { services, uploads } }) => {
      const { messages } = services.log.outbox.get()
      const starting = uploadsToStart(messages, uploads, services.clock.monotonic())
      return { starting, uploads: started(uploads, starting) }
    }),
    start: enqueueActions(({ context: { services, starting }, enqueue, self }) => {
      for (const message of starting) {
        const id = actorIdOf(message.clientId)
        enqueue.spawnChild('upload', { id, input: { services, message, owner: self } })
      }
    }),
    remove: stopChild((_, { message }: Ended) => actorIdOf(message.clientId)),
    settle: assign(({ context }, { message, outcome }: Ended) => {
      if (!isPassing(context, outcome)) {
        return { uploads: ended(context.uploads, message, { kind: 'settled' }) }
      }
      const pause = outcome.kind === 'limited' ? outcome.retryAfter : offlinePause
      const until = context.services.clock.monotonic() + pause
      return { uploads: ended(context.uploads, message, { kind: 'paused', until }) }
    }),
    record: ({ context, self }, { message, outcome }: Ended) => {
      const event = factOf(context, { message, outcome })
      if (!event) return
      const { log, report } = context.services
      log.append([event]).catch((cause: unknown) => {
        report.fault({ kind: 'upload', detail: 'could not be written to the log', cause })
        if (self.getSnapshot().status === 'active') self.send({ type: 'ending.lost', message })
      })
    },
    tellFailure: ({ context }, { outcome }: Ended) => {
      if (outcome.kind === 'uploaded' || isPassing(context, outcome)) return
      const { text, refusal }: RefusedUpload = outcome.kind === 'refused' ? outcome : { text: '' }
      context.services.failed({ key: 'upload.failed', text, ...refusal })
    },
    unsettle: assign(({ context: { uploads, services } }, { message }: { message: UnsentMessage }) => ({
      uploads: ended(uploads, message, { kind: 'paused', until: services.clock.monotonic() + offlinePause }),
    })),
    startAnew: assign(({ context: { uploads } }) => ({ uploads: { ...uploads, paused: noUploads.paused } })),
  },
  guards: {
    isOnline: ({ context }) => context.services.visibility.isOnline(),
    hasWaiting: ({ context: { services } }) =>
      services.log.outbox
        .get()
        .messages.some((message) => message.state !== 'failed' && needsUpload(message)),
  },
  delays: { lookInterval },
})
