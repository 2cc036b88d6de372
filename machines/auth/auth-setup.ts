import { assign, fromPromise, raise, setup } from 'xstate'
import {
  alertTimeLimit,
  findAccount,
  hasSignedInAgain,
  wipeDelay,
  withAccount,
  withoutError,
} from '#domain/authentication/accounts.ts'
import { errorName } from '#domain/http/rejection.ts'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import {
  type AuthServices,
  adoptAccount,
  amendAccount,
  type Directory,
  leaveAccount,
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
  /** New credentials that are being stored. */
  readonly arriving: StoredAccount | undefined
  readonly pendingWipes: readonly UserId[]
  readonly isOnAuthPage: boolean
  /** Whether the user asked for the sign-out or the account was deleted. Then no message is preserved (DEC-115). */
  readonly isSignOutRequested: boolean
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
  /** The server ended the sign-in; `key` is the reason, if known [SOCK-59 SOCK-60]. */
  | { readonly type: 'session.failed'; readonly key?: string; readonly mayPreserveOutbox?: boolean }
  | { readonly type: 'alert.accepted' }
  | { readonly type: 'page.changed'; readonly isOnAuthPage: boolean }
  | { readonly type: 'sign-out.requested' }
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
      adopt: fromPromise<Directory, AccountTask>(({ input, signal }) =>
        adoptAccount(services, subject(input), signal),
      ),
      leave: fromPromise<Directory, AccountTask & { readonly isSignOutRequested: boolean }>(
        ({ input, signal }) => leaveAccount(services, subject(input), input.isSignOutRequested, signal),
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
        if (!account) return
        amendAccount(services, account, change).catch((cause: unknown) =>
          services.report.fault({ kind: 'account directory', detail: 'could not be written', cause }),
        )
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
