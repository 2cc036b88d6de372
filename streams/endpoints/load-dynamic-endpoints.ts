import { endpointError, sourceRetryDelay } from '#domain/connection/endpoints.ts'
import { callTimeLimit } from '#domain/http/call-limits.ts'
import { type DynamicEndpoints, readDynamicEndpoints } from '#schemas/env/dynamic-endpoints.ts'
import type { DynamicEndpointSource } from '#schemas/env/environment.ts'
import { Cancelled, sleep, withDeadline } from '../clock/timing.ts'
import type { Clock, CryptoPort, HttpPort, ReportPort } from '../ports.ts'

export interface DynamicSourceServices {
  readonly http: HttpPort
  readonly clock: Clock
  readonly crypto: CryptoPort
  readonly report: ReportPort
  /** Brand key and env value, from which the key of an encrypted source is derived (DEC-71). */
  readonly secret: string
}

/** Limits a derived key to this purpose [ENDP-18]. */
const purpose = 'dynamic-endpoints'

const nothing: DynamicEndpoints = { api: [], file: [], fileUpload: [], socket: [] }

/**
 * Requests the sources one after the other, 300 ms apart after a failure, until one returns its endpoints. Returns
 * empty lists if all fail [ENDP-06 ENDP-16 ENDP-20]. Rejects only when `signal` aborts.
 */
export async function loadDynamicEndpoints(
  services: DynamicSourceServices,
  sources: readonly DynamicEndpointSource[],
  signal: AbortSignal,
): Promise<DynamicEndpoints> {
  for (const [index, source] of sources.entries()) {
    if (index > 0) await sleep(services.clock, sourceRetryDelay, signal)
    if (signal.aborted) throw new Cancelled()
    const endpoints = await askSource(services, source, signal)
    if (endpoints) return endpoints
  }
  return nothing
}

async function askSource(
  services: DynamicSourceServices,
  source: DynamicEndpointSource,
  outer: AbortSignal,
): Promise<DynamicEndpoints | undefined> {
  try {
    const text = await fetchSource(services, source, outer)
    const plain = isOfType(source, 'encrypted')
      ? await services.crypto.decrypt(text, services.secret, purpose)
      : text
    const endpoints = readDynamicEndpoints(plain)
    if (!endpoints) throw new Error('does not fit its schema')
    return endpoints
  } catch (cause) {
    if (outer.aborted) throw cause
    // Without the address and the token, because a source may be private.
    services.report.fault({
      kind: endpointError.badDynamicConfig,
      detail: `source of type ${source.type}`,
      cause,
    })
    return undefined
  }
}

/** Sends a GET past all caches, with the token of a git source [ENDP-16 ENDP-17]. */
async function fetchSource(
  { clock, http }: DynamicSourceServices,
  source: DynamicEndpointSource,
  outer: AbortSignal,
): Promise<string> {
  const headers = isOfType(source, 'git') && source.token ? { 'Private-Token': source.token } : {}
  const send = (signal: AbortSignal) => http.request({ url: source.source, method: 'GET', headers, signal })
  const { status, text } = await withDeadline(clock, callTimeLimit, send, outer)
  if (status !== 200) throw new Error(`HTTP ${status}`)
  return text.trim()
}

/** A type is one or more words: `git`, `encrypted`, `git-encrypted` (DEC-135). */
const isOfType = ({ type }: DynamicEndpointSource, word: string): boolean => type.split('-').includes(word)
