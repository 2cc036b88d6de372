import type { Client } from '#client/client.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/** A change of the connection state, as shown in the header. */
export interface ConnectionChange {
  readonly status: ConnectionView['status'] | 'signed-out'
  /** Device time, ms. */
  readonly at: number
}

/** Oldest first. */
export type ConnectionHistory = Readable<readonly ConnectionChange[]>

/** The maximum number of recorded changes. Older ones are dropped. */
const mostChanges = 50

/** Records the connection changes of the signed-in account since the page was opened. `now` is device time, ms. */
export function createConnectionHistory(account: Client['account'], now: () => number): ConnectionHistory {
  const source = createWritable<readonly ConnectionChange[]>([])
  let watched = account.get()
  let stopWatching = () => {}

  const recordStatus = () => {
    const status: ConnectionChange['status'] = watched?.connection.get().status ?? 'signed-out'
    const changes = source.get()
    if (changes.at(-1)?.status !== status) source.set([...changes, { status, at: now() }].slice(-mostChanges))
  }
  const watchAccount = () => {
    stopWatching()
    watched = account.get()
    stopWatching = watched?.connection.subscribe(recordStatus) ?? (() => {})
    recordStatus()
  }
  account.subscribe(watchAccount)
  watchAccount()
  return { get: source.get, subscribe: source.subscribe }
}
