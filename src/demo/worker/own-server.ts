import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { type CredentialsData, phoneLogin, sendCode } from '#schemas/wire/calls/account.ts'
import { createServer, type Server } from '#server/create-server.ts'
import type { CookieJar } from '#server/http/app.ts'
import type { CodeToDeliver, Peer } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { withWorldPictures } from '../world/world-pictures.ts'
import { toBase64Url } from './base64-url.ts'
import { createBrowserFiles } from './browser-files.ts'
import { createCookieJar } from './cookie-jar.ts'
import type { ReportFault } from './faults.ts'
import { browserPasswords } from './password-hasher.ts'

const sweepEvery = 10_000

export interface Phone {
  readonly telCode: string
  readonly phone: string
}

/** The backend in this worker. */
export interface OwnServer extends Server {
  /** Whoever calls: the page of this very browser. */
  readonly peer: Peer
  readonly cookies: CookieJar
  /** Signs in by a one-time code, the way a person would. */
  signIn(phone: Phone): Promise<StoredAccount>
}

/** Starts the same backend as anywhere over this browser's ports; one-time codes are shown in the page. */
export function startServer(database: Database, report: ReportFault): OwnServer {
  let latest: CodeToDeliver | undefined
  const server = createServer({
    database,
    files: withWorldPictures(createBrowserFiles()),
    clock: { now: () => Date.now() },
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    passwords: browserPasswords,
    digest: { hash: digest },
    codeDelivery: {
      deliver: async (code) => {
        latest = code
        return 'show'
      },
    },
    faults: { report },
  })
  sweepRegularly(server, report)
  const peer: Peer = { address: '127.0.0.1', isLocal: true, host: location.host, isSecure: false }
  const call = (path: string, fields: unknown) => server.call(path, fields, { peer, headers: {} })
  return {
    ...server,
    peer,
    cookies: createCookieJar(),
    signIn: async ({ telCode, phone }) => {
      await call(sendCode.path, { TelCode: telCode, Phone: phone, Token: '', Type: '2' })
      const answer = await call(phoneLogin.path, { TelCode: telCode, Phone: phone, Code: latest?.code })
      // What this call answers when its code is 0.
      const account = answer.Code === 0 ? toStoredAccount(answer.Data as CredentialsData) : undefined
      if (!account) throw new Error(`the owner could not be signed in: ${answer.Msg}`)
      return account
    },
  }
}

const digest = async (secret: string): Promise<string> =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))))

const sweepRegularly = (server: Server, report: ReportFault): void => {
  setInterval(() => {
    server.sweep().catch((cause: unknown) => report({ kind: 'sweep', detail: 'nothing was swept', cause }))
  }, sweepEvery)
}
