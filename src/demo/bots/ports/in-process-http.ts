import type { Peer } from '#server/ports.ts'
import type { HttpPort, HttpRequest, MultipartBody } from '#streams/ports.ts'
import type { ServerDoors } from './server-doors.ts'

/** HTTP without a network: requests go to the server's app in the same process. */
export const createInProcessHttp = ({ app }: Pick<ServerDoors, 'app'>, peer: Peer): HttpPort => ({
  request: async (request) => {
    request.signal?.throwIfAborted()
    const answer = await app.fetch(toFetchRequest(request), { peer })
    const text = await answer.text()
    request.signal?.throwIfAborted()
    return { status: answer.status, text }
  },
})

function toFetchRequest({ url, method, headers, body }: HttpRequest): Request {
  if (body === undefined) return new Request(url, { method, headers })
  return new Request(url, { method, headers, body: typeof body === 'string' ? body : toForm(body) })
}

function toForm({ fields, file }: MultipartBody): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const { content, name, type } = file
  form.append('file', content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type }), name)
  return form
}
