import { expect } from 'vitest'
import * as z from 'zod/mini'
import { callDefinitions } from './call-definitions.ts'
import type { ContractHost, ContractResponse } from './contract-host.ts'

/** The same host, with every response checked by the contract: its envelope, and on success its data. */
export function checkResponses(host: ContractHost): ContractHost {
  return {
    ...host,
    call: async (path, fields, headers) => check(path, await host.call(path, fields, headers)),
    get: async (path, query, headers) => check(path, await host.get(path, query, headers)),
    upload: async (path, fields, file) => check(path, await host.upload(path, fields, file)),
  }
}

function check(path: string, answer: ContractResponse): ContractResponse {
  expect(Object.keys(answer).sort(), `the envelope of ${path}`).toEqual(['Code', 'Data', 'Msg'])
  expect(typeof answer.Code).toBe('number')
  expect(typeof answer.Msg).toBe('string')
  const definition = callDefinitions.find((call) => call.path === path)
  if (!definition || answer.Code !== 0) return answer
  const read = z.core.safeParse(definition.data, answer.Data)
  expect(read.error?.issues, `the data of ${path}`).toBeUndefined()
  return answer
}
