import type { Subject } from 'rxjs'
import { waitFor } from 'xstate'
import { findAccount } from '#domain/authentication/accounts.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { ClientServices } from '#machines/account/account-core.ts'
import { type AuthServices, refreshTokens } from '#machines/auth/account-directory.ts'
import type { AuthActor } from '#machines/auth/auth-machine.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { userId as toUserId, type UserId } from '#schemas/ids.ts'
import type { TabChannel } from '#streams/cross-tab/tab-channel.ts'
import { credentialsOf, type DeviceCredentials, type Renewal } from '#streams/http/caller.ts'
import type { Credentials } from '#streams/http/request.ts'
import type { NotifierPort } from '#streams/ports.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import { authenticationView } from './authentication.ts'

type SharedServices = Omit<
  ClientServices,
  | 'credentials'
  | 'notify'
  | 'auth'
  | 'profileChanged'
  | 'storedExtensions'
  | 'storeExtensions'
  | 'tokenUpdated'
>

interface AccountServicesOptions {
  readonly shared: SharedServices
  readonly credentials: DeviceCredentials
  readonly notices: Pick<NoticeQueue, 'notify'>
  auth(): AuthActor
}

/**
 * Returns the services of an account of this tab. Accounts in the background notify like those of a page without focus,
 * by sounds and notifications.
 */
export function accountServices({ shared, credentials, notices, auth }: AccountServicesOptions) {
  return (userId: UserId): ClientServices => {
    const isOwn = () => auth().getSnapshot().context.account?.userId === userId
    const { ports } = shared
    const storedAccount = () => findAccount(auth().getSnapshot().context.accounts, userId)
    return {
      ...shared,
      ports: { ...ports, notifier: accountNotifier(ports.notifier, userId, auth) },
      credentials: credentialsOf(credentials, userId),
      notify: (notice) => notices.notify(userId, notice),
      auth,
      profileChanged: ({ nickname, avatarUrl }) =>
        auth().send(
          isOwn()
            ? { type: 'profile.changed', nickname, avatarUrl }
            : { type: 'other.amended', userId, change: { nickname, avatarUrl } },
        ),
      storedExtensions: () => storedAccount()?.extensions ?? {},
      storeExtensions(extensions) {
        if (isShallowEqual(extensions, storedAccount()?.extensions ?? {})) return
        auth().send(
          isOwn()
            ? { type: 'extensions.changed', extensions }
            : { type: 'other.amended', userId, change: { extensions } },
        )
      },
      tokenUpdated: (token) =>
        auth().send(
          isOwn() ? { type: 'token.updated', token } : { type: 'other.amended', userId, change: { token } },
        ),
    }
  }
}

/** The maximum number of notices that wait for a switch to their account. Older ones are dropped. */
const maxQueuedNotices = 5

/** Shows the notices of the accounts that run in this tab. */
export interface NoticeQueue {
  /**
   * Shows a notice of an account: immediately if it is the tab's own or another tab shows it, else after the first switch
   * to it in any tab. Drops successes of the other accounts, because they are over by the switch.
   */
  notify(account: UserId, notice: Notice): void
  /** Handles a message of another tab. */
  receive(message: TabMessage): void
}

export function createNoticeQueue(
  notices$: Subject<Notice>,
  tabs: Pick<TabChannel, 'post'>,
  auth: () => AuthActor,
): NoticeQueue {
  const queuedNotices = new Map<UserId, readonly Notice[]>()
  let isListening = false
  const isOwn = (account: UserId) => auth().getSnapshot().context.account?.userId === account
  const showQueuedNotices = () => {
    const { account, accounts } = auth().getSnapshot().context
    for (const userId of queuedNotices.keys())
      if (!findAccount(accounts, userId)) queuedNotices.delete(userId)
    const notices = account && queuedNotices.get(account.userId)
    if (!notices) return
    queuedNotices.delete(account.userId)
    for (const notice of notices) notices$.next(notice)
    tabs.post({ type: 'notices-shown', account: account.userId })
  }
  const queueNotice = (account: UserId, notice: Notice) => {
    if (notice.kind === 'success') return
    queuedNotices.set(account, [...(queuedNotices.get(account) ?? []), notice].slice(-maxQueuedNotices))
    // Ends with the auth machine.
    if (!isListening) auth().subscribe(showQueuedNotices)
    isListening = true
  }
  return {
    notify(account, notice) {
      if (isOwn(account)) return notices$.next(notice)
      queueNotice(account, notice)
      tabs.post({ type: 'notice', account, notice })
    },
    receive(message) {
      if (message.type === 'notices-shown') queuedNotices.delete(message.account)
      if (message.type !== 'notice') return
      const { account, notice } = message
      if (!isOwn(account)) return queueNotice(account, notice)
      notices$.next(notice)
      tabs.post({ type: 'notices-shown', account })
    },
  }
}

/** The notifier of one account. The page has the focus of an account only while the tab has it open. */
function accountNotifier(notifier: NotifierPort, userId: UserId, auth: () => AuthActor): NotifierPort {
  const authContext = () => auth().getSnapshot().context
  const isOwn = () => authContext().account?.userId === userId
  const hasFocus = () => isOwn() && notifier.hasFocus()
  return {
    ...notifier,
    hasFocus,
    subscribe(listener) {
      const stopListening = notifier.subscribe(() => isOwn() && listener())
      let wasOwn = isOwn()
      const switching = auth().subscribe(() => {
        const isNew = isOwn() && !wasOwn
        wasOwn = isOwn()
        if (isNew && notifier.hasFocus()) listener()
      })
      return () => {
        stopListening()
        switching.unsubscribe()
      }
    },
    show: (notification) =>
      notifier.show({
        ...notification,
        accountName: isOwn() ? undefined : findAccount(authContext().accounts, userId)?.nickname,
      }),
  }
}

/**
 * The credentials of the accounts that are signed in on this device. Concurrent calls rejected with the same token share
 * one refresh [AUTH-34 AUTH-60]. The auth machine refreshes those of the tab's account, `renewOther` the others.
 */
export function createDeviceCredentials(
  auth: () => AuthActor,
  renewOther: (rejected: Credentials) => Promise<Renewal>,
): DeviceCredentials {
  const of = (userId: number) => {
    const snapshot = auth().getSnapshot()
    const { account } = snapshot.context
    if (account?.userId === userId && !snapshot.matches({ session: 'adopting' }))
      return snapshot.matches({ session: 'signedIn' }) ? { userId, token: account.token } : undefined
    const stored = findAccount(authenticationView(snapshot).accounts, toUserId(userId))
    return stored && stored.error === undefined ? { userId, token: stored.token } : undefined
  }
  const current = () => {
    const account = auth().getSnapshot().context.account
    return account && of(account.userId)
  }
  const isOwn = (userId: number) => auth().getSnapshot().context.account?.userId === userId

  /** Waits for the auth machine's refresh, which is over when the account is switched or signed out too. */
  async function renewOwn({ token }: Credentials): Promise<void> {
    const actor = auth()
    actor.send({ type: 'token.rejected', token })
    await waitFor(actor, (snapshot) => !snapshot.matches({ session: { signedIn: 'refreshing' } })).catch(
      // The client was disposed of meanwhile, so no account is signed in.
      () => undefined,
    )
  }
  return {
    current,
    of,
    async renew(rejected): Promise<Renewal> {
      const before = of(rejected.userId)
      if (!before) return 'rejected'
      if (before.token !== rejected.token) return 'renewed'
      if (!isOwn(rejected.userId)) return renewOther(rejected)
      await renewOwn(rejected)
      const renewed = of(rejected.userId)
      if (!renewed) return 'rejected'
      return renewed.token === rejected.token ? 'unreachable' : 'renewed'
    },
  }
}

/** Refreshes the tokens of a stored account that is not the tab's own. A rejected one is signed out (DEC-101). */
export async function renewOtherAccount(
  services: AuthServices,
  auth: AuthActor,
  rejected: Credentials,
): Promise<Renewal> {
  const userId = toUserId(rejected.userId)
  const result = await refreshTokens(services, userId, rejected.token, new AbortController().signal).catch(
    () => ({ kind: 'unreachable' }) as const,
  )
  if (result.kind === 'renewed') auth.send({ type: 'other.renewed', account: result.account })
  // The auth machine refreshes the tokens of the tab's own account, which this one may have become meanwhile.
  const isOther = auth.getSnapshot().context.account?.userId !== userId
  if (isOther && (result.kind === 'rejected' || result.kind === 'missing'))
    auth.send({ type: 'session.failed', userId, mayPreserveOutbox: true })
  if (result.kind === 'renewed' || result.kind === 'unreachable') return result.kind
  return 'rejected'
}
