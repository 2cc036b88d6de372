import type { ServerPorts } from '#server/ports.ts'
import type { ContractHost, ContractResponse } from './contract-host.ts'
import { openGatewaySocket } from './in-process-host.ts'
import { openMemoryBackend } from './memory-backend.ts'

/** Calls through any handler of web-standard requests; shared by every host with HTTP. */
export function callsOver(
  request: ContractHost['request'],
): Pick<ContractHost, 'call' | 'get' | 'upload' | 'request'> {
  const answer = async (response: Response): Promise<ContractResponse> => {
    if (response.status !== 200) throw new Error(`Status ${response.status}`)
    // The suite checks the three members of every response.
    return (await response.json()) as ContractResponse
  }
  return {
    request,
    call: async (path, fields, headers = {}) =>
      answer(
        await request(`/Api${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify(fields),
        }),
      ),
    get: async (path, query, headers = {}) =>
      answer(await request(`/Api${path}?${new URLSearchParams(query)}`, { headers })),
    upload: async (path, fields, { name, bytes }) => {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.append(field, value)
      form.append('file', new Blob([bytes], { type: 'image/png' }), name)
      return answer(await request(`/Api${path}`, { method: 'POST', body: form }))
    },
  }
}

/** The backend behind its web-standard `fetch`, as a service worker hosts it. */
export async function openFetchHost(changes: Partial<ServerPorts> = {}): Promise<ContractHost> {
  const { server, peer, faults, advance, now, close } = await openMemoryBackend(changes)
  const request = async (path: string, init?: RequestInit) =>
    server.app.fetch(new Request(`http://localhost:4310${path}`, init), { peer })
  return {
    name: 'fetch',
    ...callsOver(request),
    openSocket: () => openGatewaySocket(server, peer),
    sweep: () => server.sweep(),
    faults,
    advance,
    now,
    close,
  }
}
