import { atHand } from '#machines/root/account-loading.ts'
import type { Ports } from '#streams/ports.ts'
import { accountProgram } from './account-program.ts'
import type { Client } from './client.ts'
import type { ClientOptions } from './client-options.ts'
import { startClient } from './start-client.ts'

/** Makes a whole client in one piece, which starts at once with the account that the storage says was chosen. */
export const createClient = (ports: Ports, options: ClientOptions): Client =>
  startClient(ports, options, atHand(accountProgram))
