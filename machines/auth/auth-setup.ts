import { assign, fromPromise, raise, setup } from 'xstate'
import {
  alertTimeLimit,
  defaultSignOutKey,
  findAccount,
  hasSignedInAgain,
  wipeDelay,
  withAccount,
  withoutError,
} from '#domain/authentication/accounts.ts'
import { errorName } from '#domain/http/rejection.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import {
  type AuthServices,
  adoptAccount,
  amendAccount,
  type Departure,
  type Directory,
  leaveAccount,
  leaveOthers,
  type RefreshResult,
  readAfterChange,
  readDirectory,
  readDirectoryAtStart,
  refreshTokens,
  revokeSignIn,
  wipe,
} from './account-directory.ts'

export interface AuthContext {
  readonly accounts: readonly StoredAccount[]
  /** The account that runs in this tab, with its current credentials. */
  readonly account: StoredAccount | undefined
  /** The account that this tab changes to: one of `accounts` if the user has chosen it, otherwise a new sign-in. */
  readonly arriving: StoredAccount | undefined
  readonly pendingWipes: readonly UserId[]
  /** Stored accounts that are being signed out, without the tab's own. Their credentials are not used any more. */
  readonly departing: readonly Departure[]
  readonly isOnAuthPage: boolean
  /** Whether the user asked for the sign-out or the account was deleted. Then no message is preserved (DEC-115). */
  readonly isSignOutRequested: boolean
}

/** The server ended the sign-in of a stored account; `key` is the reason, if known [SOCK-59 SOCK-60]. */
export interface SessionFailedEvent {
  readonly type: 'session.failed'
  readonly userId: UserId
  readonly key?: string
  /** Whether the unsent messages are preserved (DEC-115). */
  readonly mayPreserveOutbox?: boolean
}

export type AuthEvent =
  | { readonly type: 'credentials.received'; readonly account: StoredAccount }
  | { readonly type: 'account.chosen'; readonly userId: UserId }
  /** The server rejected this token. */
  | { readonly type: 'token.rejected'; readonly token: string }
  /** The server pushed a new token [SOCK-49]. */
  | { readonly type: 'token.updated'; readonly token: string }
  /** Another tab changed the directory. */
  | { readonly type: 'credentials.changed' }
  | { readonly type: 'profile.changed'; readonly nickname: string; readonly avatarUrl: string }
  | { readonly type: 'extensions.changed'; readonly extensions: StoredAccount['extensions'] }
  | SessionFailedEvent
  | { readonly type: 'alert.accepted' }
  | { readonly type: 'page.changed'; readonly isOnAuthPage: boolean }
  | { readonly type: 'sign-out.requested' }
  /** The user signs out all accounts of this device [AUTH-38]. */
  | { readonly type: 'sign-out-all.requested' }
  /** The user signs out a stored account that is not the tab's own. */
  | { readonly type: 'other.sign-out-requested'; readonly userId: UserId }
  /** The token, profile or extensions of a stored account that is not the tab's own have changed. */
  | {
      readonly type: 'other.amended'
      readonly userId: UserId
      readonly change: Partial<Pick<StoredAccount, 'token' | 'nickname' | 'avatarUrl' | 'extensions'>>
    }
  /** The stored tokens of an account that is not the tab's own were refreshed. */
  | { readonly type: 'other.renewed'; readonly account: StoredAccount }
  | { readonly type: 'departures.added' }
  /** The server has deleted this account. */
  | { readonly type: 'account.deleted'; readonly userId: UserId }
  /** An account has just signed out. */
  | { readonly type: 'wipes.added' }
  /** An earlier run left data marked for deletion. */
  | { readonly type: 'wipes.found' }

/** The pause before a failed storage operation is repeated, ms. */
const retryDelay = 2000

/** The input of actors that work on one account. */
interface AccountTask {
  readonly account: StoredAccount | undefined
}

function subject({ account }: AccountTask): StoredAccount {
  if (!account) throw new Error(errorName.invalidUserId)
  return account
}

interface AmendmentParams {
  readonly userId: UserId
  readonly change: Partial<StoredAccount>
}

function amendAndReport(
  services: AuthServices,
  account: StoredAccount,
  change: Partial<StoredAccount>,
): void {
  amendAccount(services, account, change).catch((cause: unknown) =>
    services.report.fault({ kind: 'account directory', detail: 'could not be written', cause }),
  )
}

interface DepartureParams {
  readonly userId: UserId
  readonly failure?: { readonly key?: string; readonly mayPreserveOutbox?: boolean } | undefined
}

/** The last result for each list of departures. */
const remaining = new WeakMap<
  readonly Departure[],
  { readonly of: readonly StoredAccount[]; readonly accounts: readonly StoredAccount[] }
>()

/** The stored accounts without those that are being signed out: the same reference until either list changes. */
export function remainingAccounts({
  accounts,
  departing,
}: Pick<AuthContext, 'accounts' | 'departing'>): readonly StoredAccount[] {
  const known = remaining.get(departing)
  if (known?.of === accounts) return known.accounts
  const isLeaving = (userId: UserId) => departing.some(({ account }) => account.userId === userId)
  const result = accounts.filter(({ userId }) => !isLeaving(userId))
  remaining.set(departing, { of: accounts, accounts: result })
  return result
}

/** The stored accounts that are neither the tab's own nor being signed out. */
const othersIn = (context: AuthContext): readonly StoredAccount[] =>
  remainingAccounts(context).filter(({ userId }) => userId !== context.account?.userId)

/** The named actors, actions and guards of the auth machine. */
export const createAuthSetup = (services: AuthServices) =>
  setup({
    types: { context: {} as AuthContext, events: {} as AuthEvent },
    actors: {
      read: fromPromise<Directory>(() => readDirectory(services)),
      readAtStart: fromPromise<Directory>(() => readDirectoryAtStart(services)),
      readAfterChange: fromPromise<Directory, AccountTask>(({ input, signal }) =>
        readAfterChange(services, subject(input), signal),
      ),
      adopt: fromPromise<Directory, AccountTask & { readonly isListed: boolean }>(({ input, signal }) =>
        adoptAccount(services, subject(input), input.isListed, signal),
      ),
      leave: fromPromise<Directory, AccountTask & { readonly isSignOutRequested: boolean }>(
        ({ input, signal }) => leaveAccount(services, subject(input), input.isSignOutRequested, signal),
      ),
      leaveOthers: fromPromise<Directory, AuthContext>(({ input, signal }) =>
        leaveOthers(services, input.departing, signal),
      ),
      refresh: fromPromise<RefreshResult, AccountTask>(({ input, signal }) => {
        const { userId, token } = subject(input)
        return refreshTokens(services, userId, token, signal)
      }),
      wipeAll: fromPromise<void, AuthContext>(async ({ input, signal }) => {
        for (const userId of input.pendingWipes) await wipe(services, userId, signal)
      }),
    },
    actions: {
      setDirectory: assign((_, directory: Directory) => ({
        accounts: directory.accounts,
        account: findAccount(directory.accounts, directory.chosen),
        pendingWipes: directory.pendingWipes,
      })),
      /** Takes over the directory that another tab has changed. This tab stays with its account while it is stored. */
      followDirectory: assign(({ context }, directory: Directory) => ({
        accounts: directory.accounts,
        account: findAccount(directory.accounts, context.account?.userId),
      })),
      setArrivingAccount: assign((_, account: StoredAccount | undefined) => ({ arriving: account })),
      applyRefreshResult: assign(({ context }, result: RefreshResult) =>
        result.kind === 'renewed'
          ? { account: result.account, accounts: withAccount(context.accounts, result.account) }
          : {},
      ),
      dropAccount: assign({ account: undefined, isSignOutRequested: false }),
      storeTabAccount: ({ context: { account } }) => {
        if (account) services.tabAccount?.write(account.userId)
      },
      /** A reload stays signed out, also if another account was chosen in another tab. */
      clearTabAccount: () => services.tabAccount?.write('none'),
      revokeOther: ({ context }, { userId }: DepartureParams) => {
        const account = findAccount(othersIn(context), userId)
        if (account) void revokeSignIn(services, withoutError(account))
      },
      revokeOthers({ context }) {
        for (const account of othersIn(context)) void revokeSignIn(services, withoutError(account))
      },
      /** Without a `failure` the user asked for it. */
      depart: assign(({ context }, { userId, failure }: DepartureParams) => {
        const account = findAccount(othersIn(context), userId)
        if (!account) return {}
        const { key = defaultSignOutKey, mayPreserveOutbox = false } = failure ?? {}
        const departure: Departure = failure
          ? { account: { ...account, error: key, mayPreserveOutbox }, isRequested: false }
          : { account, isRequested: true }
        return { departing: [...context.departing, departure] }
      }),
      departAll: assign(({ context }) => {
        const departures = othersIn(context).map((account) => ({ account, isRequested: true }))
        return { departing: [...context.departing, ...departures] }
      }),
      removeDeparted: assign((_, { accounts, pendingWipes }: Directory) => ({
        accounts,
        pendingWipes,
        departing: [],
      })),
      setOther: assign(({ context }, account: StoredAccount) => ({
        accounts: withAccount(context.accounts, account),
      })),
      amendOther: assign(({ context }, { userId, change }: AmendmentParams) => {
        const account = findAccount(context.accounts, userId)
        return account ? { accounts: withAccount(context.accounts, { ...account, ...change }) } : {}
      }),
      amendStoredOther: ({ context }, { userId, change }: AmendmentParams) => {
        const account = findAccount(context.accounts, userId)
        if (account) amendAndReport(services, account, change)
      },
      announceDepartures: raise({ type: 'departures.added' }),
      requestSignOut: raise({ type: 'sign-out.requested' }),
      recordSignOutRequest: assign({ isSignOutRequested: true }),
      announceWipes: raise({ type: 'wipes.added' }),
      announceOldWipes: raise({ type: 'wipes.found' }),
      clearPendingWipes: assign({ pendingWipes: [] }),
      amend: assign(({ context }, change: Partial<StoredAccount>) => {
        if (!context.account) return {}
        const account = { ...context.account, ...change }
        return { account, accounts: withAccount(context.accounts, account) }
      }),
      /** Writes the change to the stored copy too. A storage failure is only reported. */
      amendStored: ({ context: { account } }, change: Partial<StoredAccount>) => {
        if (account) amendAndReport(services, account, change)
      },
      setOnAuthPage: assign((_, isOnAuthPage: boolean) => ({ isOnAuthPage })),
      revokeSignIn: ({ context: { account } }) => {
        if (account) void revokeSignIn(services, withoutError(account))
      },
      reportFault: (_, { cause }: { cause: unknown }) =>
        services.report.fault({ kind: 'account directory', detail: 'an operation failed', cause }),
    },
    guards: {
      isOnAuthPage: ({ context }) => context.isOnAuthPage,
      hasAccount: ({ context }) => context.account !== undefined,
      hasError: ({ context }) => context.account?.error !== undefined,
      hasDepartures: ({ context }) => context.departing.length > 0,
      isOtherChanged: ({ context }, { userId, change }: AmendmentParams) => {
        const account = findAccount(othersIn(context), userId)
        return account !== undefined && !isShallowEqual({ ...account, ...change }, account)
      },
      /** Whether a stored account is not the tab's own and not being signed out. */
      isOther: ({ context }, userId: UserId) => findAccount(othersIn(context), userId) !== undefined,
      hasWipes: ({ context }) => context.pendingWipes.length > 0,
      isSignedInAgain: ({ context }, { accounts }: Directory) => hasSignedInAgain(accounts, context.account),
      /** Whether the token in use is the stored one. */
      isTokenStored: ({ context: { account } }, { accounts }: Directory) =>
        account !== undefined && findAccount(accounts, account.userId)?.token === account.token,
      isStored: ({ context }, userId: UserId) => findAccount(context.accounts, userId) !== undefined,
      isNewDescription: ({ context: { account } }, event: { nickname: string; avatarUrl: string }) =>
        account?.nickname !== event.nickname || account.avatarUrl !== event.avatarUrl,
      isCurrentAccount: ({ context }, userId: UserId) => context.account?.userId === userId,
      isCurrentToken: ({ context }, token: string) => context.account?.token === token,
      isRenewed: (_, result: RefreshResult) => result.kind === 'renewed',
      isUnreachable: (_, result: RefreshResult) => result.kind === 'unreachable',
      isMissing: (_, result: RefreshResult) => result.kind === 'missing',
      isRejected: (_, result: RefreshResult) => result.kind === 'rejected',
    },
    delays: { alertTimeLimit, retryDelay, wipeDelay },
  })

export type AuthSetup = ReturnType<typeof createAuthSetup>
