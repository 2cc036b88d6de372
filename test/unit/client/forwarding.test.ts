import { describe, expect, it } from 'vitest'
import { createStartForward } from '#client/forwarding.ts'
import { conversationId, serverId } from '#schemas/ids.ts'
import { forwardMessages } from '#schemas/wire/calls/forwarding.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { answers, createFakeCaller, rejects } from '../machines/fake-caller.ts'

const from = conversationId('group', 4)
const message = (id: number) => ({ kind: 'message', conversationId: from, id: serverId(id) }) as const
const items = [message(11), message(12)]
const saved = { kind: 'collection', id: 7 } as const
const ben = { target: { kind: 'person', id: 8 } as const, items }
const walks = { target: { kind: 'group', id: 5 } as const, items }

function open() {
  const caller = createFakeCaller()
  const faults: string[] = []
  const report = { fault: ({ kind }: { readonly kind: string }) => void faults.push(kind) }
  let drawn = 0
  const random = { next: () => (drawn++ % 61) / 61 }
  const start = createStartForward({ caller, ports: { report, random } })
  return { caller, faults, start, forward: start() }
}

const idOf = (request: unknown) => forwardMessages.request.parse(request).RequestID

describe('forwarding', () => {
  it('sends one request for people and groups, with a time limit of 60 s [FWD-09 FWD-10] (DEC-125)', async () => {
    const { caller, forward } = open()
    caller.reply(forwardMessages, answers([]))
    expect(await forward([ben, walks])).toEqual({
      isOk: true,
      value: { undelivered: [], lostCount: 0 },
    })
    expect(caller.calls).toMatchObject([
      {
        request: {
          Messages: [11, 12].map((ChatID) => ({ GroupID: 4, ChatID })),
          ...{ UserIDs: [8], GroupIDs: [5] },
        },
        options: { timeLimit: 60_000 },
      },
    ])
    expect(forwardMessages.kind).toBe('once')
  })

  it.each([
    ['nothing', [{ ...ben, items: [] }]],
    ['noAccount', []],
  ])('of %s is rejected as BAD_FORWARD_REQUEST without a request [FWD-08]', async (_, deliveries) => {
    const { caller, faults, forward } = open()
    expect(await forward(deliveries)).toMatchObject({ isOk: false })
    expect(caller.calls).toEqual([])
    expect(faults).toEqual(['BAD_FORWARD_REQUEST'])
  })

  it('reports which target misses which message when the server answers with code 1 [FWD-11 FWD-12]', async () => {
    const { caller, forward } = open()
    const missed = {
      UserResults: [{ UserID: 8, Success: 0 as const, Msg: 'Not friends.' }],
      GroupResults: [],
    }
    const data = [{ ChatID: 11, ...missed }, { ChatID: 12 }]
    caller.reply(forwardMessages, { isOk: true, code: 1, message: '', data })
    expect(await forward([ben, walks])).toMatchObject({
      isOk: true,
      value: {
        undelivered: [{ target: ben.target, items: [message(11)], reason: { text: 'Not friends.' } }],
      },
    })
  })

  it('sends a saved item by its id and reports its result separately [COLL-03 COLL-07 FWD-09 FWD-11]', async () => {
    const { caller, forward } = open()
    const UserResults = [{ UserID: 8, Success: 0 as const, Msg: 'Not friends.' }]
    const data = [{ CollectID: 7, UserResults, GroupResults: [] }]
    caller.reply(forwardMessages, { isOk: true, code: 1, message: '', data })
    const deliveries = [ben, walks].map((delivery) => ({ ...delivery, items: [saved] }))
    expect(await forward(deliveries)).toMatchObject({
      isOk: true,
      value: { undelivered: [{ target: ben.target, items: [saved] }], lostCount: 0 },
    })
    expect(caller.calls.map(({ request }) => request)).toEqual([
      { CollectIDs: [7], UserIDs: [8], GroupIDs: [5], RequestID: expect.stringMatching(/^\w{20}$/) },
    ])
  })

  it('sends the same request id with each retry and a new one with a new forward (DEC-185)', async () => {
    const { caller, forward, start } = open()
    caller.reply(forwardMessages, failureOf('timed-out'))
    expect(await forward([ben])).toMatchObject({ isOk: false, rejection: { key: 'errors.timed-out' } })
    await forward([ben, walks])
    await start()([ben])
    const [first, again, next] = caller.calls.map(({ request }) => request)
    expect(again).toMatchObject({ RequestID: idOf(first) })
    expect(idOf(next)).not.toBe(idOf(first))
  })

  it('is rejected as a whole if every call failed, and reports a partial failure', async () => {
    const { caller, forward } = open()
    caller.reply(forwardMessages, rejects(5, 'Slow down.'))
    expect(await forward([ben])).toMatchObject({ isOk: false, rejection: { text: 'Slow down.' } })
    const other = { ...walks, items: [message(12)] }
    caller.reply(forwardMessages, ({ UserIDs }) => (UserIDs?.length ? answers([]) : failureOf('network')))
    expect(await forward([ben, other])).toMatchObject({
      isOk: true,
      value: {
        undelivered: [{ target: other.target, items: [message(12)], reason: { key: 'errors.network' } }],
      },
    })
  })
})
