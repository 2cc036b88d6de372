import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkResponses } from './checked-host.ts'
import type { ContractHost } from './contract-host.ts'
import { openFetchHost } from './fetch-host.ts'
import { describeFileKinds } from './suite/file-kinds.ts'
import { describeFiles } from './suite/files.ts'
import { describeFrameAudience } from './suite/frame-audience.ts'
import { describeGuards } from './suite/guards.ts'
import { describeHttp } from './suite/http.ts'
import { describeMessages } from './suite/messages.ts'
import { describeSignIn } from './suite/sign-in.ts'
import { describeSockets } from './suite/sockets.ts'
import { describeSystem } from './suite/system.ts'

let opened: ContractHost | undefined
const host = (): ContractHost => {
  if (!opened) throw new Error('The host is not open')
  return opened
}
beforeAll(async () => {
  opened = checkResponses(await openFetchHost())
}, 120_000)
afterAll(() => opened?.close())

// The parts of the contract that depend on how requests and frames arrive. The server of the Node host passes all its
// requests to the same `fetch`, and its test runs the whole suite.
describeSystem(host)
describeGuards(host)
describeSignIn(host)
describeMessages(host)
describeFrameAudience(host)
describeFiles(host)
describeFileKinds(host)
describeSockets(host)
describeHttp(host)

it('the host has reported no fault except malformed frames and reported file domains', () => {
  const isExpected = (fault: string) => /^(malformed-frame|file-domain)/.test(fault)
  expect(host().faults.filter((fault) => !isExpected(fault))).toEqual([])
})
