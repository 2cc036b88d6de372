import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as frames from '#schemas/wire/frames/from-client.ts'
import { callDefinitions } from '#test/contract/call-definitions.ts'
import type { ContractHost } from '#test/contract/contract-host.ts'
import { createGroup } from '#test/contract/group-people.ts'
import { openInProcessHost } from '#test/contract/in-process-host.ts'
import { connect, meet, type Person, refreshed, sendText, settle } from '#test/contract/people.ts'
import { fieldsOf, oddValue } from './fields-by-schema.ts'

/** `FUZZ_TRIES=20000` runs a longer search. */
const tries = Number(process.env.FUZZ_TRIES ?? 4_000)
/** The number of concurrent calls. */
const together = 50
const within = 600_000
/** They end the person's session, so that all later calls would be unauthenticated. */
const ending = new Set(['/Logout', '/CancelAccount', '/EndSignIn', '/EndOtherSignIns'])

/**
 * Frames of people who are signed in, without a logout, which ends the connection, and the heartbeat, which the test
 * waits by.
 */
const framesOfMembers = [
  frames.sendChatFrame,
  frames.deleteOwnChatFrame,
  frames.sendGroupChatFrame,
  frames.deleteOwnGroupChatFrame,
  frames.unsubscribeFrame,
]

/** Faults of the server itself, without the clients' faults that it reports. */
const failures = () => host.faults.filter((fault) => !/^(malformed-frame|file-domain):/.test(fault))

let host: ContractHost
let people: readonly Person[]
let ids: readonly number[]
beforeAll(async () => {
  host = await openInProcessHost()
  const { ann, ben, cleo, group } = await createGroup(host)
  const { conversation } = await meet(host)
  await sendText(host, ann, conversation, 'hello')
  people = [ann, ben, cleo]
  ids = [1, 2, conversation, group, ...people.map(({ userId }) => userId)]
}, within)
afterAll(() => host.close())

const fuzzedCalls = () =>
  fc.constantFrom(...callDefinitions.filter(({ path }) => !ending.has(path))).chain((call) =>
    fc.record({
      call: fc.constant(call),
      fields: fc.oneof(
        { arbitrary: fieldsOf(call.request, ids), weight: 19 },
        { arbitrary: oddValue, weight: 1 },
      ),
      person: fc.nat({ max: people.length - 1 }),
      credentials: fc.oneof(
        { arbitrary: fc.constant({}), weight: 19 },
        { arbitrary: fc.record({ UID: oddValue, Token: oddValue }), weight: 1 },
      ),
    }),
  )

it(
  'no call fails internally, whatever its fields',
  async () => {
    const calls = fc.sample(fuzzedCalls(), { numRuns: tries, seed: 18 })
    for (let start = 0; start < calls.length; start += together) {
      const batch = calls.slice(start, start + together)
      // The rate limits by account refill, and tokens expire.
      host.advance(30_000)
      if (start % (20 * together) === 0)
        people = await Promise.all(people.map((person) => refreshed(host, person)))
      await Promise.all(
        batch.map(async ({ call, fields, person, credentials }) => {
          const { userId, token } = people[person] ?? { userId: 0, token: '' }
          const all = { UID: userId, Token: token, DeviceType: 'web', ...Object(fields), ...credentials }
          const answer =
            call.method === 'GET'
              ? await host.get(call.path, {}, { uid: String(all.UID), token: String(all.Token) })
              : await host.call(call.path, all)
          expect(
            answer.Code,
            `${call.path} ${JSON.stringify(all).slice(0, 2_000)} ${host.faults.join()}`,
          ).not.toBe(9)
        }),
      )
    }
    expect(failures()).toEqual([])
  },
  within,
)

it(
  'no frame fails internally, whatever its fields',
  async () => {
    const [ann] = await Promise.all(people.map((person) => refreshed(host, person)))
    if (!ann) throw new Error('Nobody is there')
    const socket = await connect(host, ann)
    const sent = fc.sample(fc.oneof(...framesOfMembers.map((kind) => fieldsOf(kind, ids))), {
      numRuns: 3_000,
      seed: 18,
    })
    for (const [index, frame] of sent.entries()) {
      socket.send(frame)
      if (index % 200 === 0) await settle(socket, ann)
    }
    await settle(socket, ann)
    for (const frame of fc.sample(fieldsOf(frames.loginFrame, ids), { numRuns: 500, seed: 18 })) {
      const stranger = host.openSocket()
      stranger.send(frame)
      stranger.close()
    }
    await settle(socket, ann)
    expect(failures()).toEqual([])
  },
  within,
)
