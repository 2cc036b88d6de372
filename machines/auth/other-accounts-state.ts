import type { AuthEvent, AuthSetup } from './auth-setup.ts'

type EventOf<Type extends AuthEvent['type']> = { readonly event: Extract<AuthEvent, { type: Type }> }

/** Handles changes of stored accounts that are not the tab's own. */
export const otherAccountsTransitions = {
  'other.sign-out-requested': {
    guard: { type: 'isOther', params: ({ event }: EventOf<'other.sign-out-requested'>) => event.userId },
    actions: [
      { type: 'revokeOther', params: ({ event }: EventOf<'other.sign-out-requested'>) => event },
      {
        type: 'depart',
        params: ({ event: { userId } }: EventOf<'other.sign-out-requested'>) => ({ userId }),
      },
      'announceDepartures',
    ],
  },
  /** The tab's own account handles its end in `signedIn`. */
  'session.failed': {
    guard: { type: 'isOther', params: ({ event }: EventOf<'session.failed'>) => event.userId },
    actions: [
      {
        type: 'depart',
        params: ({ event }: EventOf<'session.failed'>) => ({ userId: event.userId, failure: event }),
      },
      'announceDepartures',
    ],
  },
  'other.amended': {
    guard: { type: 'isOtherChanged', params: ({ event }: EventOf<'other.amended'>) => event },
    actions: [
      { type: 'amendOther', params: ({ event }: EventOf<'other.amended'>) => event },
      { type: 'amendStoredOther', params: ({ event }: EventOf<'other.amended'>) => event },
    ],
  },
  'other.renewed': {
    guard: { type: 'isOther', params: ({ event }: EventOf<'other.renewed'>) => event.account.userId },
    actions: { type: 'setOther', params: ({ event }: EventOf<'other.renewed'>) => event.account },
  },
  'sign-out-all.requested': {
    actions: ['revokeOthers', 'departAll', 'announceDepartures', 'requestSignOut'],
  },
} as const

/**
 * Signs out stored accounts that are not the tab's own, by request or by the server, while the tab's own account goes
 * on.
 *
 *   idle ── departures added ──► leaving ── done ──► idle
 *                                 ▲   │ ▲ departures added: again
 *                              2 s│   ▼ failed
 *                                 stuck
 */
export const createOtherAccountsState = (authSetup: AuthSetup) =>
  authSetup.createStateConfig({
    initial: 'idle',
    states: {
      idle: { on: { 'departures.added': { guard: 'hasDepartures', target: 'leaving' } } },
      leaving: {
        on: { 'departures.added': { target: 'leaving', reenter: true } },
        invoke: {
          src: 'leaveOthers',
          input: ({ context }) => context,
          onDone: {
            target: 'idle',
            actions: [{ type: 'removeDeparted', params: ({ event }) => event.output }, 'announceWipes'],
          },
          onError: {
            target: 'stuck',
            actions: { type: 'reportFault', params: ({ event }) => ({ cause: event.error }) },
          },
        },
      },
      /** The stored credentials could not be removed yet. They are not used any more. */
      stuck: { after: { retryDelay: 'leaving' }, on: { 'departures.added': 'leaving' } },
    },
  })
