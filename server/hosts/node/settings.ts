import type { EnvironmentConfig } from '#schemas/env/environment.ts'
import { loadLimits } from '../../limits/limits.ts'

/** What the person who runs the server decides, by environment variables. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly dataDirectory: string
  /** Where the built app lies. */
  readonly appDirectory: string
  readonly codeWebhookUrl: string | undefined
  readonly certificate: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly brand: EnvironmentConfig['brand']
  /** Open sockets at most; clients beyond it are asked to come back later. */
  readonly maxConnections: number
}

/** The server cannot run like this; the message is one line for the person who started it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

type Variables = Readonly<Record<string, string | undefined>>

/** Reads and checks the settings. Throws SettingsError when they cannot work (DEC-116). */
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
    port: readPort(variables.PORT),
    dataDirectory: variables.DATA_DIR || './data',
    appDirectory: variables.APP_DIR || './dist/app',
    maxConnections: readCount(variables.MAX_CONNECTIONS),
    certificate: readCertificate(variables.TLS_CERT, variables.TLS_KEY),
    brand: {
      key: variables.BRAND_KEY || 'default',
      ...(variables.BRAND_NAME && { name: variables.BRAND_NAME }),
      ...(variables.BRAND_THEME && { theme: variables.BRAND_THEME }),
    },
  }
}

/** Whether a host name means this very machine. */
export const isLoopbackName = (name: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]', '::1'].includes(name.toLowerCase())

function readPort(text: string | undefined): number {
  if (!text) return 4310
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new SettingsError(`PORT=${text} is not a port: give a number from 0 to 65535.`)
}

function readCount(text: string | undefined): number {
  if (!text) return loadLimits.maxConnections
  const count = Number(text)
  if (Number.isSafeInteger(count) && count > 0) return count
  throw new SettingsError(`MAX_CONNECTIONS=${text} is not a whole number above 0.`)
}

function readWebhookUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const isUsable = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (isUsable) return text
  throw new SettingsError('CODE_WEBHOOK_URL is not an http or https address.')
}

function readCertificate(certFile: string | undefined, keyFile: string | undefined): Settings['certificate'] {
  if (certFile && keyFile) return { certFile, keyFile }
  if (!certFile && !keyFile) return undefined
  throw new SettingsError('TLS_CERT and TLS_KEY belong together: give both files or none.')
}
