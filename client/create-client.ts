import { preloadedAccount } from '#machines/root/account-loading.ts'
import type { Ports } from '#streams/ports.ts'
import { accountProgram } from './account-program.ts'
import type { Client } from './client.ts'
import type { ClientOptions } from './client-options.ts'
import { startClient } from './start-client.ts'

/**
 * Creates a client that includes the account program, and starts it with the account that was chosen last on this
 * device.
 */
export const createClient = (ports: Ports, options: ClientOptions): Client =>
  startClient(ports, options, preloadedAccount(accountProgram))
