import type { CarriedRequest, CarriedResponse } from '../protocol.ts'
import type { OwnServer } from './own-server.ts'

/** Answers one request that the page has carried here. */
export async function answerRequest(server: OwnServer, carried: CarriedRequest): Promise<CarriedResponse> {
  const { url, method, headers, body } = carried
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body === undefined ? {} : { body }),
  })
  const response = await server.app.fetch(request, {
    peer: server.peer,
    cookies: server.cookies,
  })
  return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() }
}
