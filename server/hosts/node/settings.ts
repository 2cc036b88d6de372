import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Brand, neutralBrand } from '#schemas/env/environment.ts'
import { serverLimits } from '../../limits/limits.ts'
import { readBrandFile } from './brand-files.ts'
import type { S3Location } from './s3-store.ts'

/** What an acknowledged message survives: a power cut, or only the end of the process. */
export type Durability = 'power' | 'process'

/** A directory that the nodes share, or a bucket of an object store. */
export type FileLocation =
  | { readonly kind: 'directory'; readonly directory: string }
  | ({ readonly kind: 's3' } & S3Location)

/** The operator's settings, from environment variables. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDirectory: string
  readonly durability: Durability
  /** The PostgreSQL that holds the data; undefined for the embedded one. May contain a password. */
  readonly databaseUrl: string | undefined
  /** The NATS server through which nodes of one database notify each other; they poll without it. */
  readonly natsUrl: string | undefined
  /** Where uploaded files are; undefined for a directory inside the data directory. */
  readonly files: FileLocation | undefined
  /** The directory of the built app. */
  readonly appDirectory: string
  readonly codeWebhookUrl: string | undefined
  /** For trials: a browser on this machine sees its codes in the page and is not rate-limited. */
  readonly showsCodesInPage: boolean
  /** The origin at which people reach the server; undefined if each request names it. */
  readonly publicUrl: string | undefined
  /** The addresses of proxies whose forwarding headers are trusted. */
  readonly trustedProxies: BlockList
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly brand: Brand
  /** The directory with the brand's own files, which take the place of the app's. */
  readonly brandDirectory: string | undefined
  /** Push notifications; undefined if they are off. */
  readonly push: { readonly contact: string; readonly isLocalAllowed: boolean } | undefined
  /** Origins of other sites that may embed the app. */
  readonly hostOrigins: readonly string[]
  /** The address of the metrics; undefined if they are off. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The maximum number of open sockets; further clients are asked to come back later. */
  readonly maxConnections: number
  /** The time over which a stopping server ends its sockets, ms. */
  readonly drainFor: number
  /** The maximum number of members of a group. */
  readonly maxGroupMembers: number
}

/** The server cannot run with these settings; the message is one line for its operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads and validates the settings. Throws SettingsError if they cannot work (DEC-116). */
export function readSettings(variables: Variables): Settings {
  const host = variables.HOST || '127.0.0.1'
  const codeWebhookUrl = readWebhookUrl(variables.CODE_WEBHOOK_URL)
  if (!isLoopbackName(host) && !codeWebhookUrl) {
    throw new SettingsError(
      `HOST=${host} lets other machines in, which needs CODE_WEBHOOK_URL: the address that is sent the one-time codes.`,
    )
  }
  return {
    host,
    codeWebhookUrl,
    showsCodesInPage: readShowCodes(variables.SHOW_CODES, host),
    publicUrl: readPublicUrl(variables.PUBLIC_URL),
    trustedProxies: readProxies(variables.TRUSTED_PROXIES),
    port: readPort('PORT', variables.PORT) ?? 4310,
    metrics: readMetrics(variables),
    dataDirectory: variables.DATA_DIR || './data',
    durability: readDurability(variables.DURABILITY),
    natsUrl: readNatsUrl(variables),
    databaseUrl: readUrl('DATABASE_URL', variables, ['postgres:', 'postgresql:']),
    files: readFiles(variables),
    appDirectory: variables.APP_DIR || './dist/app',
    maxConnections: readCount('MAX_CONNECTIONS', variables, serverLimits.maxConnections),
    maxGroupMembers: readCount('MAX_GROUP_MEMBERS', variables, serverLimits.maxGroupMembers),
    drainFor: readDrain(variables),
    certificate: readCertificate(variables.TLS_CERT, variables.TLS_KEY),
    push: readPush(variables, host),
    brand: readBrandSettings(variables),
    brandDirectory: variables.BRAND_DIR || undefined,
    hostOrigins: readOrigins(variables.EMBED_ORIGINS),
  }
}

/** Single variables take precedence over the brand's file. */
function readBrandSettings(variables: Variables): Brand {
  const brand = variables.BRAND_DIR ? readBrandFile(variables.BRAND_DIR) : undefined
  if (variables.BRAND_DIR && brand === undefined)
    throw new SettingsError(`BRAND_DIR=${variables.BRAND_DIR} has no valid brand.json.`)
  return {
    key: neutralBrand.key,
    ...brand,
    ...(variables.BRAND_KEY && { key: variables.BRAND_KEY }),
    ...(variables.BRAND_NAME && { name: variables.BRAND_NAME }),
    ...(variables.BRAND_THEME && { theme: variables.BRAND_THEME }),
  }
}

/** Whether a host name means this machine. */
export const isLoopbackName = (name: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(name.toLowerCase())

function readPort(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new SettingsError(`${name}=${text} is not a port: give a number from 0 to 65535.`)
}

function readMetrics({ METRICS_PORT, METRICS_HOST }: Variables): Settings['metrics'] {
  const port = readPort('METRICS_PORT', METRICS_PORT)
  return port === undefined ? undefined : { host: METRICS_HOST || '127.0.0.1', port }
}

function readDurability(text: string | undefined): Durability {
  if (!text || text === 'power') return 'power'
  if (text === 'process') return 'process'
  throw new SettingsError(`DURABILITY=${text} is unknown: set it to power or process.`)
}

/** The address of a service; errors do not repeat it, because it may contain a password. */
function readUrl(name: string, variables: Variables, protocols: readonly string[]): string | undefined {
  const text = variables[name]
  if (!text) return undefined
  if (protocols.includes(/^[a-z0-9]+:/.exec(text)?.[0] ?? '')) return text
  throw new SettingsError(`${name} does not begin with ${protocols.map((one) => `${one}//`).join(' or ')}.`)
}

/** Validated here, because the error of the URL parser would print the address with its password. */
function readNatsUrl(variables: Variables): string | undefined {
  const url = readUrl('NATS_URL', variables, ['nats:', 'tls:'])
  if (url === undefined || URL.canParse(url)) return url
  throw new SettingsError('NATS_URL is not a valid address such as nats://nats.example:4222.')
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  // A path, a query or credentials would remain; the app is at the root.
  if (!url || !/^https?:/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new SettingsError('PUBLIC_URL is not an origin such as https://chat.example, without a path.')
  if (url.protocol === 'https:' || isLoopbackName(url.hostname)) return url.origin
  throw new SettingsError('PUBLIC_URL begins with http://, which only this machine may use: give https://.')
}

function readFiles(variables: Variables): FileLocation | undefined {
  const url = readUrl('FILES_URL', variables, ['file:', 's3:'])
  if (url === undefined) return undefined
  if (url.startsWith('s3:')) return readS3(url, variables)
  if (URL.canParse(url) && url.startsWith('file:///') && !/%2f/i.test(url))
    return { kind: 'directory', directory: fileURLToPath(url) }
  throw new SettingsError('FILES_URL is not the address of an absolute path such as file:///srv/chat-files.')
}

/** Amazon's own names of variables, which other object stores document too. */
function readS3(url: string, variables: Variables): FileLocation {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]+[a-z0-9])\/?([\w-]+(?:\/[\w-]+)*)?\/?$/.exec(url) ?? []
  if (bucket === undefined)
    throw new SettingsError('FILES_URL is not a bucket such as s3://bucket or s3://bucket/folder.')
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new SettingsError('FILES_URL=s3:// needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  const region = variables.AWS_REGION || variables.AWS_DEFAULT_REGION || 'us-east-1'
  const endpoint =
    variables.AWS_ENDPOINT_URL_S3 || variables.AWS_ENDPOINT_URL || `https://s3.${region}.amazonaws.com`
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new SettingsError('AWS_ENDPOINT_URL_S3 is not an http or https address.')
  const address = [endpoint.replace(/\/+$/, ''), bucket, ...(prefix ? [prefix] : []), ''].join('/')
  const { AWS_SESSION_TOKEN: sessionToken } = variables
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  return { kind: 's3', address, region, ...credentials }
}

function readOrigins(text = ''): readonly string[] {
  const entries = text.split(/[\s,]+/).filter(Boolean)
  for (const entry of entries)
    if (!URL.canParse(entry) || new URL(entry).origin !== entry || !/^https?:/.test(entry))
      throw new SettingsError(`EMBED_ORIGINS has ${entry}, which is no origin such as https://app.example.`)
  return entries
}

function readCount(name: string, variables: Variables, otherwise: number): number {
  const text = variables[name]
  if (!text) return otherwise
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new SettingsError(`${name}=${text} is not a whole number above 0.`)
}

/** The longest drain, s: supervisors end a process that takes longer. */
const longestDrain = 600

/** Clients of one of several nodes go to another one. Those of the only node wait until it is back, so it ends soon. */
function readDrain({ DRAIN_SECONDS, DATABASE_URL }: Variables): number {
  const seconds = DRAIN_SECONDS ? Number(DRAIN_SECONDS) : DATABASE_URL ? 10 : 0
  if (seconds >= 0 && seconds <= longestDrain) return seconds * 1_000
  throw new SettingsError(`DRAIN_SECONDS=${DRAIN_SECONDS} is not a time from 0 to ${longestDrain} seconds.`)
}

function readWebhookUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const isUsable = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (isUsable) return text
  throw new SettingsError('CODE_WEBHOOK_URL is not an http or https address.')
}

/** Shown to push services, unless the operator names an address. */
const noContact = 'mailto:operator@example.com'

function readPush({ PUSH, PUSH_CONTACT }: Variables, host: string): Settings['push'] {
  const contact = PUSH_CONTACT || noContact
  if (!URL.canParse(contact) || !['mailto:', 'https:'].includes(new URL(contact).protocol))
    throw new SettingsError('PUSH_CONTACT is not a mailto: or https: address.')
  if (PUSH === 'off') return undefined
  if (!PUSH || PUSH === 'on') return { contact, isLocalAllowed: false }
  if (PUSH !== 'local') throw new SettingsError(`PUSH=${PUSH} is unknown: set it to on or off.`)
  if (isLoopbackName(host)) return { contact, isLocalAllowed: true }
  throw new SettingsError(`PUSH=local is for tests on one machine: leave HOST=${host} out.`)
}

function readCertificate(certFile: string | undefined, keyFile: string | undefined): Settings['certificate'] {
  if (certFile && keyFile) return { certFile, keyFile }
  if (!certFile && !keyFile) return undefined
  throw new SettingsError('TLS_CERT and TLS_KEY belong together: give both files or none.')
}

function readShowCodes(text: string | undefined, host: string): boolean {
  if (!text || text === 'terminal') return false
  if (text !== 'page') throw new SettingsError(`SHOW_CODES=${text} is unknown: set it to page or terminal.`)
  if (isLoopbackName(host)) return true
  throw new SettingsError(`SHOW_CODES=page would show codes to other machines: leave HOST=${host} out.`)
}

function readProxies(text: string | undefined): BlockList {
  const proxies = new BlockList()
  for (const entry of (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix, ...rest] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const longest = family === 'ipv6' ? 128 : 32
    const length = prefix === undefined ? longest : Number(prefix)
    const isValid =
      isIP(address) > 0 && prefix !== '' && Number.isInteger(length) && length >= 0 && length <= longest
    if (!isValid || rest.length > 0)
      throw new SettingsError(
        `TRUSTED_PROXIES has ${entry}, which is no address and no network such as 10.0.0.0/8.`,
      )
    proxies.addSubnet(address, length, family)
  }
  return proxies
}
