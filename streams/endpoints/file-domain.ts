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

/** One look at a file domain, as the local log keeps it (DEC-73) [ENDP-29]. */
export interface FileDomainRecord {
  readonly domain: string
  readonly result: FileDomainHealth
  /** The device's clock, ms. */
  readonly at: number
}

export interface FileDomains {
  looked(endpoint: string, health: FileDomainHealth): void
  /** The last looks, oldest first. */
  records(): readonly FileDomainRecord[]
}

interface FileDomainParts {
  readonly caller: Caller
  readonly credentials: Pick<CredentialSource, 'current'>
  readonly clock: Clock
}

const recordsKept = 12
/** The code of a report that was not made because nobody is signed in [ENDP-28]. */
const notAuthenticatedCode = -1

/**
 * Tells the server that files now come from another domain. Undefined: there was nothing to tell, since the result
 * speaks of trouble [ENDP-27]. Without anybody signed in it fails with code -1, and nothing is sent [ENDP-28].
 */
export async function reportFileDomainResult(
  { caller, credentials }: Pick<FileDomainParts, 'caller' | 'credentials'>,
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

/** Keeps the looks at file domains, and tells the server when the one that works is really another one (DEC-73). */
export function watchFileDomains(parts: FileDomainParts): FileDomains {
  let records: readonly FileDomainRecord[] = []
  let known: string | undefined

  const tell = async (domain: string, health: FileDomainHealth) => {
    if (health !== 'true' || domain === known) return
    const isFirst = known === undefined
    const before = known
    known = domain
    if (isFirst) return
    const told = await reportFileDomainResult(parts, domain, health)
    // Told again at the next look, unless another domain has come since.
    if (told && !told.isOk && known === domain) known = before
  }
  return {
    looked(endpoint, health) {
      const domain = hostOf(endpoint)
      records = [...records, { domain, result: health, at: parts.clock.now() }].slice(-recordsKept)
      void tell(domain, health)
    },
    records: () => records,
  }
}
