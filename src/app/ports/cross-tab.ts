import { channelName } from '#schemas/cross-tab/tab-message.ts'
import { readTabAccount, tabAccountKey } from '#src/app/cached-list/snapshot-hint.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import type { ChannelPort, LocksPort, TabAccountPort, VisibilityPort } from '#streams/ports.ts'

/** Opens a BroadcastChannel between the tabs of this origin [XTAB-01]. */
export const createBrowserChannel = (name: string = channelName): ChannelPort => {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}

/**
 * Stores the tab's account in its session storage, which outlives reloads. Without it, the tab shows the account chosen
 * for the device.
 */
export const browserTabAccount: TabAccountPort = {
  read: () => attemptStorage(readTabAccount),
  write: (account) => attemptStorage(() => sessionStorage.setItem(tabAccountKey, String(account))),
}

/** A browser that forbids storage throws on access. */
const attemptStorage = <Value>(access: () => Value): Value | undefined => {
  try {
    return access()
  } catch {
    return undefined
  }
}

type Holder<Result> = (lost: AbortSignal) => Promise<Result>

/** Web Locks, shared by every tab of the origin. A stolen lock aborts its holder's signal. */
const sharedLocks = (manager: LockManager): LocksPort => {
  const requestLock = <Result>(
    name: string,
    options: LockOptions,
    holder: Holder<Result>,
  ): Promise<Result> => {
    const lost = new AbortController()
    const request = manager.request(name, options, () => holder(lost.signal))
    // A stolen lock rejects the request while the holder still runs. The caller gets the same error.
    return request.catch((cause: unknown) => {
      lost.abort(cause)
      throw cause
    })
  }
  return {
    hold: (name, signal, holder) => requestLock(name, { signal }, holder),
    // Stealing never waits, and browsers reject a signal with it.
    steal: async (name, signal, holder) => {
      signal.throwIfAborted()
      return requestLock(name, { steal: true }, holder)
    },
  }
}

/** Returns Web Locks, or in-memory locks in browsers without them. With those, each tab is a leader tab. */
export const createBrowserLocks = (manager: LockManager | undefined): LocksPort =>
  manager === undefined ? createMemoryLocks() : sharedLocks(manager)

/** Whether this tab is visible and the device has a network. */
export const browserVisibility: VisibilityPort = {
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
