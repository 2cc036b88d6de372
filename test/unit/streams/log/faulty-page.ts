import type { AccountLog } from '#streams/log/account-log.ts'
import { createFallbackMemory } from '#streams/storage/fallback-storage.ts'
import { StorageError, type StorageFaultKind } from '#streams/storage/storage-error.ts'
import { createDeferred, type Deferred } from '#test/unit/deferred.ts'
import { chat, me } from '#test/unit/domain/log-events.ts'
import type { TestDevice } from './log-harness.ts'

/** A page of a device whose storage fails on demand. It keeps its pending events when the log is opened again. */
export function createFaultyPage(device: TestDevice) {
  const fallback = createFallbackMemory()
  let fault: { readonly kind: StorageFaultKind; readonly operations: readonly string[] } | undefined
  let pause: { readonly operation: string; readonly end: Deferred<void> } | undefined
  const gate = (operation: string): Promise<void> | undefined => {
    if (pause?.operation === operation) return pause.end.promise
    if (!fault) return undefined
    if (fault.operations.length === 0 || fault.operations.includes(operation))
      throw new StorageError(fault.kind)
    return undefined
  }
  return {
    health: () => fallback.healthTracker.health.get(),
    /** Makes these operations fail from now on, or all. */
    fail(kind: StorageFaultKind, ...operations: string[]) {
      fault = { kind, operations }
    },
    heal() {
      fault = undefined
    },
    /** Delays this operation until the test ends the pause. */
    pause(operation: string): Deferred<void> {
      const end = createDeferred()
      pause = { operation, end }
      return end
    },
    /** Like the page once it knows that the account was signed out. */
    forget: () => fallback.discard(me),
    open: () => device.openTab(gate, me, undefined, fallback),
    async openLeader() {
      const log = await device.openTab(gate, me, undefined, fallback)
      log.setLeading(true)
      return log
    },
  }
}

export const say = (log: AccountLog, text: string) =>
  log.dispatch({ type: 'SendText', conversationId: chat, text })

export const unsent = (log: AccountLog): readonly string[] =>
  log.outbox.get().messages.map(({ body }) => body)

/** The events on the disk, by type and text, as a new tab would read them. */
export async function storedTexts(device: TestDevice): Promise<readonly string[]> {
  const account = await device.disk.storage().open(me)
  const segments = await account.readSegments(0, 1000)
  // Events without a text are omitted.
  const events = segments.flatMap((segment) => segment.events) as { data?: { body?: string } }[]
  return events.flatMap(({ data }) => data?.body ?? [])
}

/** The messages of the conversation in a new tab. */
export async function shownTexts(device: TestDevice): Promise<readonly string[]> {
  const log = await device.openTab()
  const opening = log.openTimeline(chat)
  await device.clock.advance(20)
  const timeline = await opening
  return timeline.messages.get().map(({ body }) => body ?? '')
}
