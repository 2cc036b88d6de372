import { createAccountMachine } from '#machines/account/account-machine.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createPreservedOutbox } from '#streams/log/preserved-outbox.ts'
import { createAccountClient } from './account-client.ts'

/** The code that only a signed-in client needs. Importing this module loads all of it. */
export const accountProgram = {
  createMachine: createAccountMachine,
  createClient: createAccountClient,
  openLog: openAccountLog,
  createPreservedOutbox,
}

export type AccountProgram = typeof accountProgram
