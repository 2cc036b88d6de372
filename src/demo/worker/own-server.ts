import { and, eq } from 'drizzle-orm'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { toStoredAccount } from '#schemas/translate/account.ts'
import { openSignInSession, type TokenPorts } from '#server/accounts/sign-in-sessions.ts'
import { createServer, type Server } from '#server/create-server.ts'
import type { FileStore } from '#server/files/file-store.ts'
import type { CookieJar } from '#server/http/app.ts'
import type { PasswordHasher, Peer, ServerPorts } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { account } from '#server/store/schema/index.ts'
import { createFileDatabase } from '#streams/storage/file-database.ts'
import type { ReportFault } from '../protocol.ts'
import { withWorldFiles } from '../world/world-files.ts'

const sweepEvery = 10_000

/** The backend in this worker. */
export interface OwnServer extends Server {
  /** The caller: the page of this browser. */
  readonly peer: Peer
  readonly cookies: CookieJar
  /** Signs in a person of the world. */
  signIn(phone: Phone): Promise<StoredAccount>
}

/** Starts the regular backend over this browser's ports. One-time codes are shown in the page. */
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

/** A file store in the browser's database. */
function createBrowserFiles(): FileStore {
  const files = createFileDatabase({ indexedDB, IDBKeyRange }, 'chat-demo-files')
  return {
    ...files,
    async get(key, range) {
      const bytes = await files.get(key)
      return range ? bytes?.subarray(range.start, range.end + 1) : bytes
    },
  }
}

const saltLength = 16
const keyBits = 256
/** Few, because the database, its secrets and any attacker are on one machine. */
const iterations = 10_000

const derive = async (secret: string, salt: Uint8Array<ArrayBuffer>): Promise<string> => {
  const bytes = new TextEncoder().encode(secret.normalize('NFKC'))
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return toBase64Url(new Uint8Array(await crypto.subtle.deriveBits(derivation, material, keyBits)))
}

/** PBKDF2 by WebCrypto, stored as `pbkdf2$salt$key`. */
const browserPasswords: PasswordHasher = {
  async hash(secret) {
    const salt = crypto.getRandomValues(new Uint8Array(saltLength))
    return ['pbkdf2', toBase64Url(salt), await derive(secret, salt)].join('$')
  },
  async verify(secret, hash) {
    const [kind, salt, key] = hash.split('$')
    if (kind !== 'pbkdf2' || !salt || !key) return false
    return (await derive(secret, fromBase64Url(salt))) === key
  },
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

interface Phone {
  readonly telCode: string
  readonly phone: string
}

/**
 * Creates a sign-in session for a person of the world, like a sign-in after its check. Uses no one-time code, because
 * a phone gets one per minute, and the next one is for the user.
 */
async function signIn(ports: TokenPorts, { telCode, phone }: Phone): Promise<StoredAccount> {
  const [found] = await ports.database
    .select()
    .from(account)
    .where(and(eq(account.telCode, telCode), eq(account.phone, phone)))
  if (!found) throw new Error('No account of this world has that phone number')
  const opened = await openSignInSession(ports, found.id, 'full', { provedAt: null, device: '' })
  if (!opened) throw new Error('The account of this world was deleted')
  const { accessToken, refreshToken } = opened.tokens
  const stored = toStoredAccount({
    UID: found.id,
    AccessToken: accessToken,
    RefreshToken: refreshToken,
    NickName: found.nickname,
    HeadImg: found.avatarUrl,
  })
  if (!stored) throw new Error('A session was opened without a token')
  return stored
}

/** Base64url without padding. */
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * The page's cookies, kept next to the backend, because messages between page and worker carry none (DEC-114). They
 * last as long as the worker. The page requests a new file pass at each start.
 */
export function createCookieJar(): CookieJar {
  const pairs = new Map<string, string>()
  return {
    read: () => [...pairs].map(([name, value]) => `${name}=${value}`).join('; '),
    write: (cookie) => {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (at > 0) pairs.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
    },
  }
}
