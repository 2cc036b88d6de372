import { describe, expect, it } from 'vitest'
import { createSignIns } from '#client/sign-ins.ts'
import * as calls from '#schemas/wire/calls/sign-ins.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { openTwoTabs } from './two-tabs.ts'

const own = [
  { ID: 4, Device: 'Firefox, Windows', CreateTime: 1_600_000_000_000, LastTime: 1_600_000_900_000 },
  { ID: 3, Device: '', CreateTime: 1_500_000_000_000, LastTime: 1_600_000_000_000, IsCurrent: 1 as const },
]

function open() {
  const { one, settle } = openTwoTabs()
  one.caller.reply(calls.getSignIns, answers(own))
  const signIns = createSignIns(one)
  signIns.list.subscribe(() => undefined)
  return { caller: one.caller, signIns, settle }
}

describe('sign-ins', () => {
  it('are listed with device, times and the current one', async () => {
    const { signIns, settle } = open()
    await settle()
    expect(signIns.list.get()).toEqual({
      status: 'ready',
      value: [
        {
          id: 4,
          device: 'Firefox, Windows',
          signedInAt: 1_600_000_000_000,
          lastActiveAt: 1_600_000_900_000,
          isCurrent: false,
        },
        {
          id: 3,
          device: '',
          signedInAt: 1_500_000_000_000,
          lastActiveAt: 1_600_000_000_000,
          isCurrent: true,
        },
      ],
    })
  })

  it.each([
    ['was ended', answers(null)],
    ['had already ended', rejects(7)],
  ])('are loaded again after one of them %s', async (_, result) => {
    const { caller, signIns, settle } = open()
    await settle()
    caller.reply(calls.endSignIn, result)
    expect(await signIns.end(4)).toMatchObject({ isOk: true })
    await settle()
    expect(caller.callsOf(calls.endSignIn)).toMatchObject([{ request: { ID: 4 } }])
    expect(caller.callsOf(calls.getSignIns)).toHaveLength(2)
  })

  it('are loaded once more after a second one ended while they were loading', async () => {
    const { caller, signIns, settle } = open()
    await settle()
    caller.reply(calls.endSignIn, answers(null))
    await Promise.all([signIns.end(4), signIns.end(5)])
    await settle()
    expect(caller.callsOf(calls.getSignIns)).toHaveLength(3)
  })

  it('stay as they are when the server rejects the sign-out', async () => {
    const { caller, signIns, settle } = open()
    await settle()
    caller.reply(calls.endOtherSignIns, rejects(9))
    expect(await signIns.endOthers()).toMatchObject({ isOk: false })
    await settle()
    expect(caller.callsOf(calls.getSignIns)).toHaveLength(1)
  })
})
