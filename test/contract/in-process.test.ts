import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyCall } from '#schemas/wire/define-call.ts'
import { callDefinitions } from './call-definitions.ts'
import type { ContractResponse } from './contract-host.ts'
import { callsOver } from './fetch-host.ts'
import { inProcessHost } from './in-process-host.ts'
import { type MemoryBackend, openMemoryBackend } from './memory-backend.ts'
import { meet, type Person } from './people.ts'

let backend: MemoryBackend
let ann: Person
beforeAll(async () => {
  backend = await openMemoryBackend()
  ann = (await meet(inProcessHost(backend))).ann
  // Starting an embedded PostgreSQL takes seconds, on a busy machine many.
}, 120_000)
afterAll(() => backend.close())

/** Uploads need a form, which the suite sends. */
const jsonCalls = callDefinitions.filter(({ isUpload }) => !isUpload)
const queries = jsonCalls.filter(({ kind, method }) => kind === 'query' && method === 'POST')

/** The responses to a call without HTTP and over HTTP. */
async function bothResponses(
  { path, method }: AnyCall,
  fields: object,
): Promise<readonly ContractResponse[]> {
  const direct = inProcessHost(backend)
  const overHttp = callsOver(async (target, init) =>
    backend.server.app.fetch(new Request(`http://localhost:4310${target}`, init), { peer: backend.peer }),
  )
  const respond = ({ call, get }: Pick<typeof direct, 'call' | 'get'>) =>
    method === 'GET' ? get(path, {}) : call(path, fields)
  return [await respond(direct), await respond(overHttp)]
}

it.each(jsonCalls)('$path responds to strangers without HTTP as over HTTP', async (call) => {
  const [direct, overHttp] = await bothResponses(call, {})
  expect(direct).toEqual(overHttp)
})

it.each(queries)('$path responds to a person without HTTP as over HTTP', async (call) => {
  const [direct, overHttp] = await bothResponses(call, {
    UID: ann.userId,
    Token: ann.token,
    DeviceType: 'web',
  })
  expect(direct).toEqual(overHttp)
})
