import type { StoredAccount } from '#schemas/storage/account.ts'
import { createServer, type Server } from '#server/create-server.ts'
import type { CookieJar } from '#server/http/app.ts'
import type { Peer, ServerPorts } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { withWorldFiles } from '../world/world-files.ts'
import { toBase64Url } from './base64-url.ts'
import { createBrowserFiles } from './browser-files.ts'
import { createCookieJar } from './cookie-jar.ts'
import type { ReportFault } from './faults.ts'
import { browserPasswords } from './password-hasher.ts'
import { type Phone, signIn } from './sign-in.ts'

const sweepEvery = 10_000

/** The backend in this worker. */
export interface OwnServer extends Server {
  /** Whoever calls: the page of this very browser. */
  readonly peer: Peer
  readonly cookies: CookieJar
  /** Signs somebody of the world in. */
  signIn(phone: Phone): Promise<StoredAccount>
}

/** Starts the same backend as anywhere over this browser's ports; one-time codes are shown in the page. */
export function startServer(database: Database, report: ReportFault): OwnServer {
  const ports: ServerPorts = {
    database,
    files: withWorldFiles(createBrowserFiles()),
    clock: { now: () => Date.now() },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    passwords: browserPasswords,
    digest: { hash: digest },
    codeDelivery: { deliver: async () => 'show' },
    faults: { report },
  }
  const server = createServer(ports)
  sweepRegularly(server, report)
  return {
    ...server,
    peer: { address: '127.0.0.1', isLocal: true, host: location.host, isSecure: false },
    cookies: createCookieJar(),
    signIn: (phone) => signIn(ports, phone),
  }
}

const digest = async (secret: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))

const sweepRegularly = (server: Server, report: ReportFault): void => {
  setInterval(() => {
    server.sweep().catch((cause: unknown) => report({ kind: 'sweep', detail: 'nothing was swept', cause }))
  }, sweepEvery)
}
