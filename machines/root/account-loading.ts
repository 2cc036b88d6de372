import type { ActorLogic, EventFromLogic, SnapshotFrom } from 'xstate'
import { errorName } from '#domain/http/rejection.ts'
import type { AccountInput, accountMachine } from '#machines/account/account-machine.ts'

/** The code of a signed-in account that the root machine runs. A client adds its own parts. */
export interface AccountCode {
  readonly machine: typeof accountMachine
}

/** Gives access to the code of a signed-in account, which a page may load when it is first needed. */
export interface AccountLoader<Program extends AccountCode = AccountCode> {
  /** Returns the code if it is loaded already. */
  loaded(): Program | undefined
  /**
   * Loads the code; concurrent calls share one load. Rejects with `AccountNotLoadedError`; may be called again then.
   */
  load(): Promise<Program>
}

/** The account's code could not be loaded: the network is down, or a newer version has replaced the files. */
export class AccountNotLoadedError extends Error {
  override readonly name = errorName.accountNotLoaded
}

/** Returns a loader of code that is loaded already, for clients in one piece. */
export const preloadedAccount = <Program extends AccountCode>(program: Program): AccountLoader<Program> => ({
  loaded: () => program,
  load: async () => program,
})

/** Returns a loader that calls `fetchProgram` until it has succeeded once. */
export function createAccountLoader<Program extends AccountCode>(
  fetchProgram: () => Promise<Program>,
): AccountLoader<Program> {
  let program: Program | undefined
  let loading: Promise<Program> | undefined
  const load = async () => {
    try {
      program = await fetchProgram()
      return program
    } catch (cause) {
      loading = undefined
      throw new AccountNotLoadedError('the code of a signed-in account could not be loaded', { cause })
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
export type LoadedAccountInput = AccountInput & { readonly program: AccountCode }

/**
 * The account machine behind a proxy, because it is loaded later: the input brings the machine, each snapshot refers to
 * it.
 */
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
