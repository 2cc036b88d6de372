import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { isDraftUnsent } from '#domain/conversation/draft.ts'
import { deliveredEvent, isEmptyDraft, takeSharedDraft } from '#domain/conversation/shared-draft.ts'
import { retryDelay } from '#domain/http/call-limits.ts'
import { longestMessage } from '#domain/message/message-content.ts'
import type { UnsentDraft } from '#domain/outbox/outbox.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import {
  conversationOfFrame,
  type ListedConversation,
  type ListedDraft,
  toListedDraft,
} from '#schemas/translate/conversation.ts'
import type { SharedDraft } from '#schemas/translate/drafts.ts'
import type { DraftFrame } from '#schemas/translate/frame-effects.ts'
import { getDraft, saveDraft, type WrittenDraft } from '../api/drafts.ts'
import type { ListChanges } from '../cross-tab/account-changes.ts'
import { CallFailed, dataOrThrow } from '../http/call-result.ts'
import type { FetchServices } from '../inbound/fetch-conversations.ts'
import type { Clock, ReportPort, TimerHandle } from '../ports.ts'
import type { Readable } from '../readable.ts'

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
  /** Takes the drafts that a list names, and fetches their texts; throws CallFailed. */
  takeListed(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
}

/** How long after the last change a draft is sent, ms. */
const pause = 3_000
/** The minimum time between two drafts, ms. */
const interval = 1_000
/** How long after a conversation is left drafts are sent without a pause, ms. */
const hurryTime = 2_000

/** Starts sending drafts one after the other, each after a pause in typing, until the signal is aborted. Loaded on use. */
export function createSharedDrafts(services: SharedDraftServices): SharedDrafts {
  const { caller, log, clock, connection, leftDrafts, report, signal } = services
  signal.throwIfAborted()
  /** When each waiting draft is sent, monotonic ms. */
  const due = new Map<ConversationId, { readonly savedAt: number; readonly at: number }>()
  /** Drafts that the server rejected. They are sent again after the next login. */
  const rejected = new Map<ConversationId, number>()
  /** Drafts of other devices that were named while the own one was unsent. */
  const passed = new Map<ConversationId, NamedDraft>()
  let hurriedUntil = 0
  let earliest = 0
  let failures = 0
  let isSending = false
  let timer: TimerHandle | undefined

  function dueAt(draft: WrittenDraft, now: number): number {
    const { conversationId: id, savedAt } = draft
    const known = due.get(id)
    const isQuick = isEmptyDraft(draft) || now < hurriedUntil
    if (known?.savedAt === savedAt && !isQuick) return known.at
    const at = isQuick ? now : now + pause
    due.set(id, { savedAt, at })
    return at
  }

  function readDraft({ conversationId }: UnsentDraft): readonly WrittenDraft[] {
    const local = log.syncState(conversationId)?.draft
    if (!local) return []
    const { draft: text, draftMentions: mentions, draftQuote: quote, draftSavedAt: savedAt } = local
    return [{ conversationId, text, mentions, quote, savedAt }]
  }

  /** Sends the draft that is due first, or waits for it. */
  function look(): void {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    if (signal.aborted) return
    const { drafts } = log.outbox.get()
    for (const [id, named] of passed) {
      if (drafts.some(({ conversationId }) => conversationId === id)) continue
      passed.delete(id)
      void takeOrReport(named)
    }
    if (isSending || connection.get().status !== 'connected') return
    const now = clock.monotonic()
    const [next] = drafts
      .flatMap(readDraft)
      .filter(({ text }) => text.length <= longestMessage)
      .filter(({ conversationId, savedAt }) => rejected.get(conversationId) !== savedAt)
      .map((draft) => ({ draft, at: Math.max(dueAt(draft, now), earliest) }))
      .sort((left, right) => left.at - right.at)
    if (!next) return
    if (next.at > now) timer = clock.setTimeout(look, next.at - now)
    else void sendAndContinue(next.draft)
  }

  async function sendAndContinue(draft: WrittenDraft): Promise<void> {
    isSending = true
    let retryAfter: number | undefined
    try {
      retryAfter = await send(draft)
    } catch (cause) {
      reportUnlessOver(cause)
      retryAfter = retryDelay(failures + 1)
    }
    isSending = false
    failures = retryAfter === undefined ? 0 : failures + 1
    earliest = clock.monotonic() + Math.max(interval, retryAfter ?? 0)
    look()
  }

  /**
   * Sends a draft and records the response. Rejects if the log does.
   * @returns how long to wait before the next try, ms; undefined if it needs none
   */
  async function send(draft: WrittenDraft): Promise<number | undefined> {
    const { conversationId: id, savedAt } = draft
    const local = log.syncState(id)?.draft
    // Recorded before, so that the draft is removed from the server even if the response is lost.
    if (local && !local.isDraftShared && !isEmptyDraft(draft))
      await log.append([deliveredEvent(id, { version: local.draftVersion, isEmpty: false })])
    const result = await saveDraft(caller, draft, { signal })
    if (result.isOk) {
      const { data } = result
      if (!data.isStored) await takeDraft(id, data.last, savedAt)
      else
        await log.append([
          deliveredEvent(id, { version: data.version, savedAt, isEmpty: isEmptyDraft(draft) }),
        ])
      return undefined
    }
    const { kind, code, retryAfter } = result.failure
    const isFinal = kind === 'rejected' && code !== resultCode.limited && code !== resultCode.failed
    if (!isFinal) return retryAfter ?? retryDelay(failures + 1)
    rejected.set(id, savedAt)
    return undefined
  }

  async function takeDraft(id: ConversationId, shared: SharedDraft, sentAt?: number): Promise<void> {
    await log.appendDecided(() => {
      const local = log.syncState(id)?.draft
      const events = local ? takeSharedDraft(id, local, shared, sentAt) : []
      if (local && events.length === 0 && shared.version > local.draftVersion)
        passed.set(id, { conversationId: id, version: shared.version, isEmpty: isEmptyDraft(shared) })
      return events
    })
  }

  /** Fetches a draft that a frame or row names and takes it, unless the own one has to be sent first. */
  async function takeNamed(named: NamedDraft, fetching: AbortSignal): Promise<void> {
    const { conversationId: id, version, isEmpty } = named
    const local = log.syncState(id)?.draft
    if (!local || version <= local.draftVersion) return
    if (isDraftUnsent(local)) passed.set(id, named)
    else if (isEmpty) await takeDraft(id, { version, text: '', mentions: [], quote: undefined })
    else await takeDraft(id, dataOrThrow(await getDraft(caller, id, { signal: fetching })))
  }

  const takeOrReport = (named: NamedDraft): Promise<void> => takeNamed(named, signal).catch(reportUnlessOver)

  // The list after the next login names a draft again that could not be recorded.
  const reportUnlessOver = (cause: unknown) => {
    if (!signal.aborted && !(cause instanceof CallFailed))
      report.fault({ kind: 'draft', detail: 'could not be recorded', cause })
  }

  /** Sends waiting drafts without a pause, also those that are being saved now. */
  const hurry = () => {
    hurriedUntil = clock.monotonic() + hurryTime
    look()
  }

  const followingOutbox = log.outbox.subscribe(look)
  const leaving = leftDrafts.changed$.subscribe(hurry)
  const followingConnection = connection.subscribe(() => {
    if (connection.get().status !== 'connected') rejected.clear()
    look()
  })
  signal.addEventListener('abort', () => {
    followingOutbox()
    leaving.unsubscribe()
    followingConnection()
    look()
  })
  look()
  return {
    async take(frame) {
      const draft = toListedDraft(frame)
      if (draft) await takeOrReport({ conversationId: conversationOfFrame(frame), ...draft })
    },
    async takeListed(listed, fetching) {
      for (const { facts, draft } of listed) {
        const { conversationId } = facts
        // No tab here shows a draft that was removed before this device knew of it.
        const isKnown = draft?.isEmpty && !log.syncState(conversationId)?.draft.isDraftShared
        if (draft && !isKnown) await takeNamed({ conversationId, ...draft }, fetching)
      }
    },
  }
}
