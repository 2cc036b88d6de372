import { accountMachine } from '#machines/account/account-machine.ts'
import { createKeptUnsent } from '#streams/log/kept-unsent.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createAccountClient } from './account-client.ts'
import type { AccountProgram } from './account-loading.ts'

/** What only a signed-in client needs, whole: whoever imports this has it at hand. */
export const accountProgram: AccountProgram = {
  machine: accountMachine,
  createClient: createAccountClient,
  openLog: openAccountLog,
  createKeptUnsent,
}
