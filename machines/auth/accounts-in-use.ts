import { Subscription } from 'rxjs'
import { findAccount } from '#domain/authentication/accounts.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { UserId } from '#schemas/ids.ts'
import { askTabs, type TabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { Clock } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'
import type { AuthActor } from './auth-machine.ts'

type InUse = Extract<TabMessage, { type: 'auth-credential-in-use' }> & { readonly userId: UserId }

const isInUse = (message: TabMessage): message is InUse =>
  message.type === 'auth-credential-in-use' && message.userId !== undefined

const noAccounts: ReadonlySet<UserId> = new Set()

/** Answers other tabs that ask whether an account is open here [XTAB-09]. Returns a function that stops it. */
export function answerAccountInUse(tabs: TabChannel, signedIn: () => UserId | undefined): () => void {
  const listening = tabs.messages$.subscribe((message) => {
    const userId = signedIn()
    const isQuestion = message.type === 'auth-credential-in-use' && message.userId === undefined
    if (isQuestion && userId !== undefined) tabs.post({ type: 'auth-credential-in-use', userId })
  })
  return () => listening.unsubscribe()
}

/**
 * The accounts that other tabs have open [AUTH-19]. Asks while there are subscribers, and again after each sign-in
 * and sign-out.
 */
export function watchAccountsInUse(tabs: TabChannel, clock: Clock): Readable<ReadonlySet<UserId>> {
  const inUse = createWritable(noAccounts)
  let watchers = 0
  let watching: Subscription | undefined

  function ask(): Subscription {
    inUse.set(noAccounts)
    return askTabs({ tabs, clock }, { type: 'auth-credential-in-use' }, isInUse).subscribe(({ userId }) =>
      inUse.set(new Set([...inUse.get(), userId])),
    )
  }
  function watch(): Subscription {
    let asking = ask()
    const changes = tabs.messages$.subscribe(({ type }) => {
      if (type !== 'update-auth-credentials') return
      asking.unsubscribe()
      asking = ask()
    })
    return new Subscription(() => {
      asking.unsubscribe()
      changes.unsubscribe()
    })
  }

  return {
    get: inUse.get,
    subscribe(listener) {
      const stop = inUse.subscribe(listener)
      watchers += 1
      watching ??= watch()
      return () => {
        stop()
        watchers -= 1
        if (watchers > 0) return
        watching?.unsubscribe()
        watching = undefined
      }
    },
  }
}

/**
 * Calls `onRemoved` for each account that is no longer stored on this device, whichever tab signed it out. Skips accounts
 * whose unsent messages may be preserved; their wipe handles them (DEC-115).
 */
export function watchRemovedAccounts(auth: AuthActor, onRemoved: (userId: UserId) => void): void {
  let known = auth.getSnapshot().context.accounts
  auth.subscribe(({ context: { accounts } }) => {
    const gone = known.filter(({ userId }) => !findAccount(accounts, userId))
    known = accounts
    for (const { userId, mayPreserveOutbox } of gone) if (!mayPreserveOutbox) onRemoved(userId)
  })
}
