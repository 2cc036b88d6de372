import { Subject } from 'rxjs'
import type { AccountState } from '#domain/commands/command.ts'
import type { ApplicationsState, FriendsState } from '#domain/contacts/contacts-projection.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import type { ConversationId, EventId, UserId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { ReportPort } from '../ports.ts'
import {
  applicationsProjection,
  conversationsProjection,
  friendsProjection,
  profileProjection,
} from '../projections/account-projections.ts'
import { type AccountViews, createAccountViews } from '../projections/account-views.ts'
import { type CachedListWriter, createCachedListWriter } from '../projections/cached-list.ts'
import { createOpenTimelines, type OpenTimelines } from '../projections/open-timelines.ts'
import { readBackward } from '../projections/read-backward.ts'
import { loadReadModel } from '../projections/read-model.ts'
import { readNewestMessages } from '../projections/timeline-reader.ts'
import { createTimelineWriter } from '../projections/timeline-writer.ts'
import { createWriteBehind, type WriteBehind } from '../projections/write-behind.ts'
import type { FallbackAccountStorage } from '../storage/fallback-account-storage.ts'
import type { AccountStorage } from '../storage/storage.ts'
import type { AccountLog, AccountLogPorts } from './account-log.ts'
import { createErasure } from './erasure.ts'
import { isErasing } from './erasure-targets.ts'
import type { FoldStep, LogTail } from './log-tail.ts'
import { createMessageExpiry, type LogExpiry } from './message-expiry.ts'
import { createServerTimeStore, type LogTime } from './server-time-store.ts'

/** The folded state of an account's log in this tab. */
export interface AccountFold {
  readonly views: AccountViews
  readonly timelines: OpenTimelines
  readonly writeBehind: WriteBehind
  readBackward: AccountLog['readBackward']
  readNewest: AccountLog['readNewest']
  readonly appended$: Subject<readonly LogEvent[]>
  readonly expiry: LogExpiry
  readonly cachedList: Pick<CachedListWriter, 'captureWith'>
  /** Removes old data while this tab leads. */
  retain(times: RetentionTimes): Promise<void>
  /** Folds a step, shows it, and publishes its events; the caller calls it once for each, in order. */
  fold(step: FoldStep): void
}

/** Connects the loaded models with the views and with write-behind. */
export function createAccountFold(options: {
  readonly account: UserId
  readonly ports: AccountLogPorts
  readonly storage: FallbackAccountStorage
  readonly tail: LogTail
  readonly models: AccountModels
  /** The last stored segment that was folded. */
  head(): number
  readonly time: LogTime
  append(events: readonly NewEvent[]): Promise<unknown>
}): AccountFold {
  const { account, ports, storage, tail, models, head } = options
  const { clock, report } = ports
  const { conversations, friends, profile } = models.states
  const appended$ = new Subject<readonly LogEvent[]>()

  const hiddenMessages = (id: ConversationId) => expiry.hiddenMessages(id)
  const expiry = createMessageExpiry({
    ...options,
    conversations,
    redraw(changed) {
      for (const id of changed) {
        views.invalidate(id)
        timelines.invalidate(id)
      }
      views.publish()
      timelines.publish()
    },
  })
  const views = createAccountViews(account, { ...models.states, hiddenMessages, now: options.time.now })
  const reading = { self: account, storage, tail, head, conversations }
  const pages = createTimelineWriter({ ...reading, report })
  const messages = { ...reading, profile, friends, hiddenMessages, onBroken: pages.rebuild }
  const timelines = createOpenTimelines({ ...messages, clock, storage: storage.withPriority('interactive') })
  const summaries = views.conversations.get
  const cachedList = createCachedListWriter({ storage, report, head, conversations, summaries })
  const erase = createErasure(reading)
  const keepTime = createServerTimeStore(storage, options.time)
  const writeBehind = createWriteBehind({
    clock,
    async write() {
      const upTo = head()
      await erase()
      await models.write(storage)
      await pages.write()
      await cachedList.write()
      await keepTime()
      // Later readers use the storage.
      tail.release(upTo)
    },
    onFault: (cause) => report.fault({ kind: 'log.model', detail: 'read models were not written', cause }),
  })

  const retention = {
    ...{ self: account, clock, random: ports.random, tail, writeBehind, conversations },
    storage: storage.withPriority('background'),
    hasUnsaved: storage.hasUnsaved,
    shownConversations: timelines.shownConversations,
    now: options.time.now,
    append: options.append,
  }

  /** In-memory events that were published. They are folded again once they are stored, and leave the set then. */
  const published = new Set<EventId>()
  const publish = (events: readonly LogEvent[]) => {
    const fresh = events.filter(({ id }) => !published.delete(id))
    for (const { id, position } of events) if (position.inMemory !== undefined) published.add(id)
    if (fresh.length > 0) appended$.next(fresh)
  }

  const fold = (step: FoldStep) => {
    const isUrgent = step.events.some((event) => isErasing(event, conversations()))
    models.fold(step)
    for (const event of step.events) {
      expiry.note(event)
      views.note(event)
      timelines.fold(event)
    }
    views.publish()
    timelines.publish()
    writeBehind.changed()
    if (isUrgent) writeBehind.writeNow()
    publish(step.events)
  }

  // Before anything is shown, so that a start never paints an expired message.
  expiry.hide()
  views.publish()
  return {
    ...{ views, timelines, writeBehind, appended$, expiry, fold, cachedList },
    async retain(times) {
      // Half a minute after the start at the earliest, so its code is no part of the first load.
      const { removeOldData } = await import('./retention.ts')
      await removeOldData(retention, times)
      // A rewrite of the log invalidates the cached list snapshot.
      writeBehind.changed()
    },
    readBackward: (id) => readBackward(messages, id),
    readNewest: (id) => readNewestMessages(messages, id),
  }
}

/** The read models that an account holds in memory whole. */
export interface AccountModels {
  readonly states: {
    conversations(): ConversationsState
    friends(): FriendsState
    applications(): ApplicationsState
    profile(): ProfileFacts | undefined
  }
  accountState(): AccountState
  /** The last stored segment folded into all of them. */
  foldedTo(): number
  fold(step: FoldStep): void
  /** Folds the rest of the log; rejects when the storage cannot be read. */
  follow(tail: LogTail): Promise<void>
  /** Writes what changed, each model in its own transaction; stops at the first that fails. */
  write(storage: AccountStorage): Promise<void>
}

/** Loads the stored models, as far as they go. */
export async function loadAccountModels(
  self: UserId,
  storage: AccountStorage,
  report: ReportPort,
): Promise<AccountModels> {
  const onBroken = (model: string) =>
    report.fault({ kind: 'log.model', detail: `${model}: broken row, rebuilding` })
  const [conversations, friends, applications, profile] = await Promise.all([
    loadReadModel(storage, conversationsProjection(self), onBroken),
    loadReadModel(storage, friendsProjection, onBroken),
    loadReadModel(storage, applicationsProjection, onBroken),
    loadReadModel(storage, profileProjection, onBroken),
  ])
  const all = [conversations, friends, applications, profile]
  const foldedTo = () => Math.min(...all.map((model) => model.foldedTo()))
  const fold = (step: FoldStep) => {
    for (const model of all) model.fold(step)
  }

  return {
    states: {
      conversations: conversations.state,
      friends: friends.state,
      applications: applications.state,
      profile: profile.state,
    },
    accountState: () => ({ conversations: conversations.state(), applications: applications.state() }),
    foldedTo,
    fold,
    async follow(tail) {
      for (;;) {
        const segments = await tail.read(foldedTo())
        if (segments.length === 0) break
        for (const segment of segments) fold(segment)
      }
      for (const step of tail.inMemory()) fold(step)
    },
    async write(storage) {
      for (const model of all) await model.write(storage)
    },
  }
}
