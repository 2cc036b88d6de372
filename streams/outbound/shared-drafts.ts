import {
  concatMap,
  EMPTY,
  map,
  merge,
  Observable,
  of,
  repeat,
  Subject,
  startWith,
  switchMap,
  take,
  tap,
} from 'rxjs'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { isDraftUnsent } from '#domain/conversation/draft.ts'
import {
  afterTry,
  type DraftResult,
  deliveredEvent,
  forgetRejections,
  hurryDrafts,
  initialSchedule,
  isEmptyDraft,
  nextDraft,
  scheduleDrafts,
  takeSharedDraft,
} from '#domain/conversation/shared-draft.ts'
import { retryDelays } from '#domain/http/call-limits.ts'
import type { UnsentDraft } from '#domain/outbox/outbox.ts'
import type { ConversationId } from '#schemas/ids.ts'
import {
  conversationOfFrame,
  type ListedConversation,
  type ListedDraft,
  toListedDraft,
} from '#schemas/translate/conversation.ts'
import type { SharedDraft } from '#schemas/translate/drafts.ts'
import type { DraftFrame } from '#schemas/translate/frame-effects.ts'
import { getDraft, saveDraft, type WrittenDraft } from '../api/drafts.ts'
import { retry } from '../clock/retry.ts'
import { delayBy } from '../clock/timing.ts'
import type { ListChanges } from '../cross-tab/account-changes.ts'
import { CallFailed, dataOrThrow } from '../http/call-result.ts'
import type { FetchServices } from '../inbound/fetch-conversations.ts'
import type { Clock, ReportPort } from '../ports.ts'
import type { Readable } from '../readable.ts'
import { isFailureOfOneUpdate, isPermanentRejection } from './deliver-update.ts'

interface SharedDraftServices extends Pick<FetchServices, 'caller' | 'log' | 'signal'> {
  readonly clock: Clock
  readonly report: ReportPort
  readonly connection: Readable<ConnectionView>
  readonly leftDrafts: Pick<ListChanges, 'changed$'>
}

/** A draft that a row of the conversation list names. */
interface NamedDraft extends ListedDraft {
  readonly conversationId: ConversationId
}

/** Sends drafts of this device, and takes those of the account's other devices (docs/extensions.md). */
export interface SharedDrafts {
  /** Takes the draft that a frame names. Never rejects. */
  take(frame: DraftFrame): Promise<void>
  /**
   * Takes the drafts that a list names, and fetches their texts. Does not wait for one that the server fails to send,
   * which is tried again. Throws CallFailed if the server cannot be reached.
   */
  takeListed(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
}

/**
 * Starts sending drafts one after the other, each after a pause in typing, until the signal is aborted:
 *
 *   outbox ─────┐                ┌───────────── repeat ──────────────┐
 *   left$ ──────┼─► changed$ ──► next draft ── wait until due ── send ┘
 *   connection ─┘
 *
 * Loaded on use.
 */
export function createSharedDrafts(services: SharedDraftServices): SharedDrafts {
  const { log, clock, connection, leftDrafts, signal } = services
  signal.throwIfAborted()
  const taking = createDraftTaking(services)
  let schedule = initialSchedule

  const changed$ = new Subject<void>()
  const changes = merge(
    changesOf(log.outbox),
    leftDrafts.changed$.pipe(tap(() => (schedule = hurryDrafts(schedule, clock.monotonic())))),
    changesOf(connection).pipe(
      tap(() => {
        if (connection.get().status !== 'connected') schedule = forgetRejections(schedule)
      }),
    ),
  ).subscribe(() => {
    taking.takePostponed()
    changed$.next()
  })

  /** Emits the draft that is due first, once it is due. */
  const nextDue = (): Observable<WrittenDraft> => {
    if (connection.get().status !== 'connected') return EMPTY
    const now = clock.monotonic()
    const drafts = log.outbox.get().drafts.flatMap((unsent) => readDraft(services, unsent))
    schedule = scheduleDrafts(schedule, drafts, now)
    const next = nextDraft(schedule, drafts)
    if (!next) return EMPTY
    return next.at > now ? delayBy(clock, next.at - now).pipe(map(() => next.draft)) : of(next.draft)
  }
  const sending = changed$
    .pipe(
      startWith(undefined),
      switchMap(nextDue),
      take(1),
      concatMap(async (draft) => {
        const result = await sendDraft(draft, services, taking)
        schedule = afterTry(schedule, draft, result, clock.monotonic())
      }),
      repeat(),
    )
    .subscribe()

  signal.addEventListener('abort', () => {
    changes.unsubscribe()
    sending.unsubscribe()
  })
  return taking
}

/** Emits after each change of a readable. */
const changesOf = (readable: Readable<unknown>): Observable<void> =>
  new Observable((subscriber) => readable.subscribe(() => subscriber.next()))

function readDraft({ log }: SharedDraftServices, { conversationId }: UnsentDraft): readonly WrittenDraft[] {
  const local = log.syncState(conversationId)?.draft
  if (!local) return []
  const { draft: text, draftMentions: mentions, draftQuote: quote, draftSavedAt: savedAt } = local
  return [{ conversationId, text, mentions, quote, savedAt }]
}

/** Sends a draft and records the response. Never rejects. */
async function sendDraft(
  draft: WrittenDraft,
  services: SharedDraftServices,
  taking: DraftTaking,
): Promise<DraftResult> {
  const { caller, log, signal } = services
  const { conversationId: id, savedAt } = draft
  try {
    const local = log.syncState(id)?.draft
    // Recorded before, so that the draft is removed from the server even if the response is lost.
    if (local && !local.isDraftShared && !isEmptyDraft(draft))
      await log.append([deliveredEvent(id, { version: local.draftVersion, isEmpty: false })])
    const result = await saveDraft(caller, draft, { signal })
    if (!result.isOk) {
      const { failure } = result
      if (isPermanentRejection(failure)) return { kind: 'rejected' }
      return { kind: 'failed', retryAfter: failure.retryAfter }
    }
    const { data } = result
    if (!data.isStored) await taking.takeDraft(id, data.last, savedAt)
    else
      await log.append([deliveredEvent(id, { version: data.version, savedAt, isEmpty: isEmptyDraft(draft) })])
    return { kind: 'sent' }
  } catch (cause) {
    reportUnlessOver(services, cause)
    return { kind: 'failed' }
  }
}

// The list after the next login names a draft again that could not be recorded.
function reportUnlessOver({ report, signal }: SharedDraftServices, cause: unknown): void {
  if (!signal.aborted && !(cause instanceof CallFailed))
    report.fault({ kind: 'draft', detail: 'could not be recorded', cause })
}

interface DraftTaking extends SharedDrafts {
  /** Records a draft, unless the own one has to be sent first. `sentAt` is of the own one that it was compared with. */
  takeDraft(id: ConversationId, shared: SharedDraft, sentAt?: number): Promise<void>
  /** Takes the drafts that were postponed, if the own ones have gone. */
  takePostponed(): void
}

/** Takes drafts of other devices. One that is named while the own one is unsent is postponed until that has gone. */
function createDraftTaking(services: SharedDraftServices): DraftTaking {
  const { caller, clock, log, signal } = services
  const postponed = new Map<ConversationId, NamedDraft>()

  async function takeDraft(id: ConversationId, shared: SharedDraft, sentAt?: number): Promise<void> {
    await log.appendDecided(() => {
      const local = log.syncState(id)?.draft
      const events = local ? takeSharedDraft(id, local, shared, sentAt) : []
      if (local && events.length === 0 && shared.version > local.draftVersion)
        postponed.set(id, { conversationId: id, version: shared.version, isEmpty: isEmptyDraft(shared) })
      return events
    })
  }

  /** Fetches a draft that a frame or row names and takes it, unless the own one has to be sent first. */
  async function takeNamed(named: NamedDraft, abortSignal: AbortSignal): Promise<void> {
    const { conversationId: id, version, isEmpty } = named
    const local = log.syncState(id)?.draft
    if (!local || version <= local.draftVersion) return
    if (isDraftUnsent(local)) postponed.set(id, named)
    else if (isEmpty) await takeDraft(id, { version, text: '', mentions: [], quote: undefined })
    else await takeDraft(id, dataOrThrow(await getDraft(caller, id, { signal: abortSignal })))
  }

  /** Tries again for half a minute while the server fails at this draft. Later the next list names it. */
  const takeOrReport = (named: NamedDraft): Promise<void> =>
    retry(() => takeNamed(named, signal), {
      clock,
      delays: retryDelays,
      isFinal: (cause, failures) => !isServerFailure(cause) || failures > retryDelays.length,
      signal,
    }).catch((cause: unknown) => reportUnlessOver(services, cause))

  return {
    takeDraft,
    takePostponed() {
      const unsent = new Set(log.outbox.get().drafts.map(({ conversationId }) => conversationId))
      for (const [id, named] of postponed) {
        if (unsent.has(id)) continue
        postponed.delete(id)
        void takeOrReport(named)
      }
    },
    async take(frame) {
      const draft = toListedDraft(frame)
      const conversationId = conversationOfFrame(frame)
      if (draft && conversationId) await takeOrReport({ conversationId, ...draft })
    },
    async takeListed(listed, abortSignal) {
      for (const { facts, draft } of listed) {
        const { conversationId } = facts
        // No tab here shows a draft that was removed before this device knew of it.
        const isKnown = draft?.isEmpty && !log.syncState(conversationId)?.draft.isDraftShared
        if (!draft || isKnown) continue
        const named = { conversationId, ...draft }
        await takeNamed(named, abortSignal).catch((cause: unknown) => {
          if (isServerFailure(cause)) void takeOrReport(named)
          else if (!isRejection(cause)) throw cause
        })
      }
    },
  }
}

/** Whether the server answered and failed at this draft, so that the others can still be fetched. */
const isServerFailure = (cause: unknown): boolean =>
  cause instanceof CallFailed && isFailureOfOneUpdate(cause.failure)

/** Whether the server does not send this draft, for example because the conversation is gone. */
const isRejection = (cause: unknown): boolean =>
  cause instanceof CallFailed && isPermanentRejection(cause.failure)
