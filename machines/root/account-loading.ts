import { errorName } from '#domain/http/rejection.ts'
import type { AccountServices, createAccountMachine } from '#machines/account/account-machine.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { machineFromInput } from '../actor-logic.ts'

/** The code of a signed-in account that the root machine runs. A client adds its own parts. */
export interface AccountCode {
  readonly createMachine: typeof createAccountMachine
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
  const load = onceLoaded(() =>
    fetchProgram().catch((cause: unknown) => {
      throw new AccountNotLoadedError('the code of a signed-in account could not be loaded', { cause })
    }),
  )
  return { loaded: () => load.loaded, load }
}

export type LoadedAccountInput = AccountServices & { readonly program: AccountCode }

/** The account machine, whose code is loaded later: the input brings it. */
export const loadedAccount = machineFromInput(({ program, ...account }: LoadedAccountInput) =>
  program.createMachine(account),
)
