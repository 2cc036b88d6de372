import type { ActorLogic, EventFromLogic, SnapshotFrom } from 'xstate'
import { errorName } from '#domain/http/refusal.ts'
import type { AccountInput, accountMachine } from '#machines/account/account-machine.ts'
import type { createKeptUnsent } from '#streams/log/kept-unsent.ts'
import type { openAccountLog } from '#streams/log/open-account-log.ts'
import type { createAccountClient } from './account-client.ts'

/** What only a signed-in client needs. Types alone are imported here, so that a page may fetch it when it is wanted. */
export interface AccountProgram {
  readonly machine: typeof accountMachine
  readonly createClient: typeof createAccountClient
  readonly openLog: typeof openAccountLog
  readonly createKeptUnsent: typeof createKeptUnsent
}

/** Where the account's program comes from. */
export interface AccountLoader {
  /** There at once when it is at hand or was loaded before. */
  loaded(): AccountProgram | undefined
  /** Those who ask while it is on its way wait for the same. Rejects with `AccountNotLoadedError`; may be asked again. */
  load(): Promise<AccountProgram>
}

/** The account's program could not be fetched: the network is gone, or a newer version has taken the files' place. */
export class AccountNotLoadedError extends Error {
  override readonly name = errorName.accountNotLoaded
}

/** For whole clients: nothing needs to be loaded. */
export const atHand = (program: AccountProgram): AccountLoader => ({
  loaded: () => program,
  load: async () => program,
})

/** Fetches it by `fetchProgram`, once. */
export function createAccountLoader(fetchProgram: () => Promise<AccountProgram>): AccountLoader {
  let program: AccountProgram | undefined
  let loading: Promise<AccountProgram> | undefined
  const load = async () => {
    try {
      program = await fetchProgram()
      return program
    } catch (cause) {
      loading = undefined
      throw new AccountNotLoadedError('what a signed-in client needs could not be loaded', { cause })
    }
  }
  return {
    loaded: () => program,
    load() {
      loading ??= load()
      return loading
    },
  }
}

type AccountLogic = typeof accountMachine
export type LoadedAccountInput = AccountInput & { readonly program: AccountProgram }

/** The account machine by proxy: its input brings the machine, and each snapshot knows it from then on. */
export const loadedAccount: ActorLogic<
  SnapshotFrom<AccountLogic>,
  EventFromLogic<AccountLogic>,
  LoadedAccountInput
> = {
  getInitialSnapshot: (scope, { program, ...input }) => program.machine.getInitialSnapshot(scope, input),
  start: (snapshot) => snapshot.machine.start(snapshot),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot, options) => snapshot.machine.getPersistedSnapshot(snapshot, options),
}
