import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { Notice } from '#domain/notification/toast.ts'
import { createPendingUpdatesMachine } from '#machines/outbox/pending-updates-machine.ts'
import { updateSessionDoNotDisturb, updateSessionTop } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { first, folded, listed, openAccount } from '../account-fixture.ts'
import { answers, rejects } from '../fake-caller.ts'

async function start() {
  const account = await openAccount([listed(first)])
  const notices: Notice[] = []
  const notify = (notice: Notice) => void notices.push(notice)
  const actor = createActor(createPendingUpdatesMachine({ ...account, notify }), { clock: account.clock })
  actor.start()
  const set = (setting: 'pinned' | 'muted', isOn: boolean) =>
    account.log.dispatch({ type: 'SetOwnSetting', conversationId: first, setting, isOn })
  return { ...account, actor, notices, set, row: () => account.log.conversations.get()[0] }
}

describe('pinning and muting', () => {
  it.each([
    {
      setting: 'pinned',
      call: updateSessionTop,
      on: { IsTop: 1 },
      seen: { isPinned: true },
    },
    {
      setting: 'muted',
      call: updateSessionDoNotDisturb,
      on: { IsNotDisturb: 1 },
      seen: { isMuted: true },
    },
  ] as const)(
    'apply immediately ($setting), reach the server, and its text is shown [SESS-31 SESS-32 SESS-45 SESS-46]',
    async ({ setting, call, on, seen }) => {
      const { caller, clock, log, notices, row, set } = await start()
      caller.reply(call, failureOf('network'))
      await set(setting, true)
      expect(row()).toMatchObject(seen)
      caller.reply(call, answers(undefined, 'Done.'))
      await clock.advance(20_000)
      expect(caller.callsOf(call).at(-1)?.request).toEqual({ ChatSessionID: 1, ...on })
      expect(notices).toEqual([{ kind: 'success', text: 'Done.' }])
      expect(row()).toMatchObject(seen)
      expect(log.outbox.get().settings).toEqual([])
    },
  )

  it('are rolled back when the server rejects them, with a notice [SESS-31]', async () => {
    const { caller, clock, log, notices, row, set } = await start()
    caller.reply(updateSessionTop, rejects(1, 'Not now'))
    await set('pinned', true)
    await clock.advance(100)
    expect(row()).toMatchObject({ isPinned: false })
    expect(notices).toMatchObject([{ kind: 'error', text: 'Not now' }])
    expect(log.outbox.get().settings).toEqual([])
  })

  it('send only the last of several pending settings', async () => {
    const { actor, caller, clock, row, set } = await start()
    caller.reply(updateSessionTop, failureOf('network'))
    await set('pinned', true)
    await folded(clock)
    await set('pinned', false)
    caller.reply(updateSessionTop, answers(undefined))
    actor.send({ type: 'login.completed' })
    await clock.advance(100)
    expect(caller.callsOf(updateSessionTop).at(-1)?.request).toEqual({ ChatSessionID: 1, IsTop: 0 })
    expect(row()).toMatchObject({ isPinned: false })
  })
})
