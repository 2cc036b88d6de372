import { Subject } from 'rxjs'
import type { UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { type AccountViews, createAccountViews } from '../projections/account-views.ts'
import { createOpenTimelines, type OpenTimelines } from '../projections/open-timelines.ts'
import { createTimelineWriter } from '../projections/timeline-writer.ts'
import { createWriteBehind, type WriteBehind } from '../projections/write-behind.ts'
import type { AccountStorage } from '../storage/storage.ts'
import type { AccountLogPorts } from './account-log.ts'
import type { AccountModels } from './account-models.ts'
import { createErasure, isErasing } from './erasure.ts'
import type { FoldedSegment, LogTail } from './log-tail.ts'

/** Everything that is folded from an account's log in this tab. */
export interface AccountFold {
  readonly views: AccountViews
  readonly timelines: OpenTimelines
  readonly writeBehind: WriteBehind
  readonly appended$: Subject<readonly LogEvent[]>
  /** Folds one segment, shows it, and tells of it; the caller sees to it that each comes once and in order. */
  fold(segment: FoldedSegment): void
}

/** Connects the loaded models with what screens see and with what is written behind. */
export function createAccountFold(options: {
  readonly account: UserId
  readonly ports: AccountLogPorts
  readonly storage: AccountStorage
  readonly tail: LogTail
  readonly models: AccountModels
  /** The last segment that was folded. */
  head(): number
}): AccountFold {
  const { account, ports, storage, tail, models, head } = options
  const { clock, report } = ports
  const { conversations, profile } = models.states
  const appended$ = new Subject<readonly LogEvent[]>()

  const views = createAccountViews(account, models.states)
  const reading = { self: account, storage, tail, head, conversations }
  const pages = createTimelineWriter({ ...reading, report })
  const timelines = createOpenTimelines({ ...reading, profile, onBroken: pages.rebuild })
  const erase = createErasure(reading)
  const writeBehind = createWriteBehind({
    clock,
    async write() {
      await erase()
      await models.write(storage)
      await pages.write()
    },
    onFault: (cause) => report.fault({ kind: 'log.model', detail: 'read models were not written', cause }),
  })

  const fold = (segment: FoldedSegment) => {
    const isUrgent = segment.events.some((event) => isErasing(event, conversations()))
    models.fold(segment)
    for (const event of segment.events) {
      views.note(event)
      timelines.fold(event)
    }
    views.publish()
    timelines.publish()
    writeBehind.changed()
    if (isUrgent) writeBehind.urge()
    appended$.next(segment.events)
  }

  views.publish()
  return { views, timelines, writeBehind, appended$, fold }
}
