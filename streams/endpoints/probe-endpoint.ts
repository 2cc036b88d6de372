import type { EndpointKind, FileDomainHealth } from '#domain/connection/endpoints.ts'
import { helloTimeLimit } from '#domain/connection/heartbeat.ts'
import { callTimeLimit } from '#domain/http/call-limits.ts'
import { isVersionAnswer, versionPath } from '../api/system.ts'
import { withDeadline } from '../clock/timing.ts'
import type { Clock, HttpPort, HttpResponse, SocketPort } from '../ports.ts'
import { isGreeting } from '../socket/control-frames.ts'

export interface ProbeServices {
  readonly http: HttpPort
  readonly socket: SocketPort
  readonly clock: Clock
}

/** The exact response of a healthy file endpoint [ENDP-09]. */
const healthyText = 'Health OK!'

/** Probes an endpoint once: `true`, or how it failed. Rejects only when `signal` aborts. */
export function probeEndpoint(
  services: ProbeServices,
  kind: EndpointKind,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  if (kind === 'socket') return probeSocket(services, endpoint, signal)
  return kind === 'file' ? probeFile(services, endpoint, signal) : probeApi(services, endpoint, signal)
}

/** Checks that an API or file-upload endpoint answers /GetVersion in the expected shape [ENDP-07] (DEC-72). */
async function probeApi(
  services: ProbeServices,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  const answer = await get(services, `${new URL(endpoint).origin}${versionPath}`, signal)
  if (!answer) return 'fetch'
  return isVersionAnswer(answer.text) ? 'true' : 'health'
}

/** Checks that a file endpoint answers /Health.txt with the exact text. The query bypasses caches [ENDP-09]. */
async function probeFile(
  services: ProbeServices,
  endpoint: string,
  signal: AbortSignal,
): Promise<FileDomainHealth> {
  const url = `${new URL(endpoint).origin}/Health.txt?t=${services.clock.now()}`
  const answer = await get(services, url, signal)
  if (!answer) return 'fetch'
  return answer.status === 200 && answer.text === healthyText ? 'true' : 'health'
}

async function get(
  { clock, http }: ProbeServices,
  url: string,
  outer: AbortSignal,
): Promise<HttpResponse | undefined> {
  const send = (signal: AbortSignal) => http.request({ url, method: 'GET', headers: {}, signal })
  try {
    return await withDeadline(clock, callTimeLimit, send, outer)
  } catch (cause) {
    if (outer.aborted) throw cause
    return undefined
  }
}

/** Checks that the first frame of a socket endpoint is the greeting, within 15 s [ENDP-10]. */
async function probeSocket(
  { clock, socket }: ProbeServices,
  endpoint: string,
  outer: AbortSignal,
): Promise<FileDomainHealth> {
  let close = () => {}
  const greet = (signal: AbortSignal) =>
    new Promise<FileDomainHealth>((resolve) => {
      const connection = socket.connect(endpoint, {
        opened: () => {},
        received: (text) => resolve(isGreeting(text) ? 'true' : 'health'),
        closed: () => resolve('fetch'),
      })
      close = () => connection.close()
      signal.addEventListener('abort', close)
    })
  try {
    return await withDeadline(clock, helloTimeLimit, greet, outer)
  } catch (cause) {
    if (outer.aborted) throw cause
    return 'fetch'
  } finally {
    close()
  }
}
