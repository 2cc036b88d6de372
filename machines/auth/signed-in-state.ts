import { defaultSignOutKey, findAccount } from '#domain/authentication/accounts.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { AuthContext, AuthEvent, AuthSetup } from './auth-setup.ts'

const descriptionIn = ({ nickname, avatarUrl }: Pick<StoredAccount, 'nickname' | 'avatarUrl'>) => ({
  nickname,
  avatarUrl,
})

/** The stored reason of a forced sign-out, and whether its unsent messages are preserved (DEC-115). */
const failureOf = (failure: { readonly key?: string; readonly mayPreserveOutbox?: boolean }) => ({
  error: failure.key ?? defaultSignOutKey,
  ...(failure.mayPreserveOutbox ? { mayPreserveOutbox: true } : {}),
})

type EventOf<Type extends AuthEvent['type']> = { readonly event: Extract<AuthEvent, { type: Type }> }

/** Handles a sign-in, and the switch to another stored account. */
export const signInTransitions = {
  'credentials.received': {
    target: 'adopting',
    actions: {
      type: 'setArrivingAccount',
      params: ({ event }: EventOf<'credentials.received'>) => event.account,
    },
  },
  'account.chosen': {
    guard: { type: 'isStored', params: ({ event }: EventOf<'account.chosen'>) => event.userId },
    target: 'adopting',
    actions: {
      type: 'setArrivingAccount',
      params: ({ context, event }: EventOf<'account.chosen'> & { readonly context: AuthContext }) =>
        findAccount(context.accounts, event.userId),
    },
  },
} as const

/** Handles the deletion of the account in use like a sign-out by the user. */
export const accountDeletion = {
  guard: { type: 'isCurrentAccount', params: ({ event }: EventOf<'account.deleted'>) => event.userId },
  target: 'leaving',
  actions: 'recordSignOutRequest',
} as const

/**
 * An account is in use in this tab. One refresh answers any number of rejected calls [AUTH-34]; after another
 * tab's change the directory is read again, and an account that is gone from it is signed out here too, also while a
 * refresh is under way:
 *
 *   refreshing.undisturbed ◄─► refreshing.rereading ── another token stored, or none ──► reread
 *
 *             token rejected                        rejected ──► errored
 *   steady ──────────────────► refreshing ──────────┤
 *    ▲  │                          │ renewed,       └ none stored, gone ──► leaving
 *    │  │ credentials changed      │ out of reach
 *    │  └────────► rereading ──► reread ── account gone ──► signedOut
 *    └─────────────────────────────┘    └── session failed in another tab ──► errored
 */
export const createSignedInState = (authSetup: AuthSetup) =>
  authSetup.createStateConfig({
    initial: 'steady',
    entry: 'storeTabAccount',
    on: {
      ...signInTransitions,
      'token.rejected': {
        guard: { type: 'isCurrentToken', params: ({ event }) => event.token },
        target: '.refreshing',
      },
      'token.updated': {
        actions: [
          { type: 'amend', params: ({ event }) => ({ token: event.token }) },
          { type: 'amendStored', params: ({ event }) => ({ token: event.token }) },
        ],
      },
      'credentials.changed': '.rereading',
      'profile.changed': {
        guard: { type: 'isNewDescription', params: ({ event }) => event },
        actions: [
          { type: 'amend', params: ({ event }) => descriptionIn(event) },
          { type: 'amendStored', params: ({ event }) => descriptionIn(event) },
        ],
      },
      'extensions.changed': {
        actions: [
          { type: 'amend', params: ({ event }) => ({ extensions: event.extensions }) },
          { type: 'amendStored', params: ({ event }) => ({ extensions: event.extensions }) },
        ],
      },
      'session.failed': {
        guard: { type: 'isCurrentAccount', params: ({ event }) => event.userId },
        target: 'errored',
        actions: [
          { type: 'amend', params: ({ event }) => failureOf(event) },
          { type: 'amendStored', params: ({ event }) => failureOf(event) },
        ],
      },
      'sign-out.requested': { target: 'leaving', actions: ['revokeSignIn', 'recordSignOutRequest'] },
      'account.deleted': accountDeletion,
    },
    states: {
      steady: {},
      rereading: {
        invoke: {
          src: 'readAfterChange',
          input: ({ context: { account } }) => ({ account }),
          onDone: {
            target: 'reread',
            actions: { type: 'followDirectory', params: ({ event }) => event.output },
          },
          onError: 'steady',
        },
      },
      reread: {
        always: [
          // Another tab copies the unsent messages soon: none may be written after that.
          { guard: 'hasError', target: '#auth.session.errored' },
          { guard: 'hasAccount', target: 'steady' },
          { target: '#auth.session.signedOut', actions: 'clearTabAccount' },
        ],
      },
      refreshing: {
        on: { 'token.rejected': {}, 'credentials.changed': '.rereading' },
        initial: 'undisturbed',
        invoke: {
          src: 'refresh',
          input: ({ context }) => ({ account: context.account }),
          onDone: [
            {
              guard: { type: 'isRenewed', params: ({ event }) => event.output },
              target: 'steady',
              actions: { type: 'applyRefreshResult', params: ({ event }) => event.output },
            },
            { guard: { type: 'isUnreachable', params: ({ event }) => event.output }, target: 'steady' },
            {
              guard: { type: 'isRejected', params: ({ event }) => event.output },
              target: '#auth.session.errored',
              actions: [
                { type: 'amend', params: failureOf({ mayPreserveOutbox: true }) },
                { type: 'amendStored', params: failureOf({ mayPreserveOutbox: true }) },
              ],
            },
            {
              guard: { type: 'isMissing', params: ({ event }) => event.output },
              target: '#auth.session.leaving',
              actions: { type: 'amend', params: { mayPreserveOutbox: true } },
            },
            { target: '#auth.session.leaving' },
          ],
          onError: 'steady',
        },
        states: {
          undisturbed: {},
          /**
           * The account stops before the response, because messages written now would be lost if another tab has signed
           * it out.
           */
          rereading: {
            invoke: {
              src: 'read',
              onDone: [
                {
                  guard: { type: 'isTokenStored', params: ({ event }) => event.output },
                  target: 'undisturbed',
                },
                {
                  target: '#auth.session.signedIn.reread',
                  actions: { type: 'followDirectory', params: ({ event }) => event.output },
                },
              ],
              onError: 'undisturbed',
            },
          },
        },
      },
    },
  })
