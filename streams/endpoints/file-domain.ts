import {
  type FileDomainHealth,
  type FileDomainResult,
  shouldReportFileDomain,
} from '#domain/connection/endpoints.ts'
import { errorName, failureKey } from '#domain/http/rejection.ts'
import { reportFileDomain } from '../api/system.ts'
import type { CallResult } from '../http/call-result.ts'
import type { Caller, CredentialSource } from '../http/caller.ts'
import { hostOf } from '../http/endpoints.ts'
import type { Clock } from '../ports.ts'

/** A probe of a file domain, as kept in the local log (DEC-73) [ENDP-29]. */
export interface FileDomainRecord {
  readonly domain: string
  readonly result: FileDomainHealth
  /** The device's clock, ms. */
  readonly at: number
}

export interface FileDomains {
  onProbed(endpoint: string, health: FileDomainHealth): void
  /** The last probes, oldest first. */
  records(): readonly FileDomainRecord[]
}

interface FileDomainServices {
  readonly caller: Caller
  readonly credentials: Pick<CredentialSource, 'current'>
  readonly clock: Clock
}

const recordsKept = 12
/** The error code if no account is signed in [ENDP-28]. */
const notAuthenticatedCode = -1

/**
 * Reports a new file domain to the server. Undefined if the probe failed, so that there is nothing to report
 * [ENDP-27]. Fails with code -1 if no account is signed in [ENDP-28].
 */
export async function reportFileDomainResult(
  { caller, credentials }: Pick<FileDomainServices, 'caller' | 'credentials'>,
  domain: string,
  result: FileDomainResult,
): Promise<CallResult<unknown> | undefined> {
  if (!shouldReportFileDomain(result)) return undefined
  if (credentials.current()) return reportFileDomain(caller, domain)
  const rejection = {
    key: failureKey.notAuthenticated,
    code: notAuthenticatedCode,
    text: errorName.notAuthenticated,
  }
  const failure = {
    kind: 'not-authenticated',
    rejection,
    code: notAuthenticatedCode,
    retryAfter: undefined,
  } as const
  return { isOk: false, failure }
}

/** Records probes of file domains, and reports a working domain that is new to the server (DEC-73). */
export function watchFileDomains(services: FileDomainServices): FileDomains {
  let records: readonly FileDomainRecord[] = []
  let known: string | undefined

  const reportResult = async (domain: string, health: FileDomainHealth) => {
    if (health !== 'true' || domain === known) return
    const isFirst = known === undefined
    const before = known
    known = domain
    if (isFirst) return
    const result = await reportFileDomainResult(services, domain, health)
    // Retried after the next probe, unless the domain has changed.
    if (result && !result.isOk && known === domain) known = before
  }
  return {
    onProbed(endpoint, health) {
      const domain = hostOf(endpoint)
      records = [...records, { domain, result: health, at: services.clock.now() }].slice(-recordsKept)
      void reportResult(domain, health)
    },
    records: () => records,
  }
}
