import { Subject } from 'rxjs'
import { userId } from '#schemas/ids.ts'
import { createListChanges } from '#streams/cross-tab/account-changes.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createFakeCaller, rejects } from '../machines/fake-caller.ts'
import { createBus } from '../machines/leader/leader-harness.ts'
import { SimulatedClock, settle } from '../machines/simulated-clock.ts'

/** Two tabs of one account and a tab of another account, each with its own server. */
export function openTwoTabs() {
  const bus = createBus()
  const clock = new SimulatedClock()
  const open = (id: number) => {
    const closing = new Subject<never>()
    const tabs = createTabChannel(bus.open(), { next: () => 0.5 }, { fault: () => {} })
    return {
      caller: createFakeCaller(),
      notify: () => {},
      clock,
      ports: { clock },
      tabs,
      tagChanges: createListChanges(tabs, userId(id), 'update-tags'),
      settingsChanged$: new Subject<void>(),
      userId: userId(id),
      log: { appended$: closing.asObservable() },
      close: () => closing.complete(),
    }
  }
  return { one: open(7), other: open(7), stranger: open(8), clock, settle }
}

/** Rejects with a key of the specification. */
export function rejectsBecause(key: string): ReturnType<typeof rejects> {
  const rejected = rejects(4)
  return rejected.isOk
    ? rejected
    : { ...rejected, failure: { ...rejected.failure, rejection: { key, code: 4 } } }
}
