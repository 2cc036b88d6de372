import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { userId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { getNotificationSettings, updateNotificationSettings } from '#schemas/wire/calls/notifications.ts'
import { createNotificationSettings } from '#streams/cross-tab/account-settings.ts'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { answers, createFakeCaller, rejects } from '#test/unit/machines/fake-caller.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'

const loud = { isAllMuted: false, isMessageMuted: false, isSoundOff: false, isVibrationOff: false }
const onWire = { IsNotDisturbAll: 0, IsNotMessageDisturb: 0, IsNotSound: 0, IsNotVibration: 0 } as const

function open() {
  const bus = createBus()
  const log$ = new Subject<readonly LogEvent[]>()
  const caller = createFakeCaller()
  caller.reply(getNotificationSettings, answers({ ...onWire, IsNotCallDisturb: 1 }))
  caller.reply(updateNotificationSettings, answers(undefined))
  const tab = () =>
    createNotificationSettings({
      account: userId(7),
      log: { appended$: log$ },
      caller,
      tabs: createTabChannel(bus.open(), { next: () => 0.5 }, { fault: () => {} }),
    })
  return { caller, first: tab(), second: tab(), closeLogs: () => log$.complete() }
}

describe('notification settings', () => {
  it('are fetched without a payload and are the same in all tabs [NOTIF-02 NOTIF-03]', async () => {
    const { caller, first, second } = open()
    expect(first.settings.get()).toBeUndefined()
    expect(await first.load()).toMatchObject({ isOk: true })
    expect(caller.callsOf(getNotificationSettings).map(({ request }) => request)).toEqual([{}])
    expect(first.settings.get()).toEqual({ ...loud, isCallMuted: true })
    expect(second.settings.get()).toEqual({ ...loud, isCallMuted: true })
  })

  it('apply immediately when changed, and are sent completely [NOTIF-04 NOTIF-05] (DEC-81)', async () => {
    const { caller, first, second } = open()
    await first.load()
    const saving = first.change({ isSoundOff: true })
    expect([first.settings.get()?.isSoundOff, second.settings.get()?.isSoundOff]).toEqual([true, true])
    expect(await saving).toMatchObject({ isOk: true })
    expect(caller.callsOf(updateNotificationSettings)[0]?.request).toEqual({
      ...onWire,
      IsNotSound: 1,
      IsNotCallDisturb: 1,
    })
  })

  it('are rolled back in every tab when the server rejects them [NOTIF-05]', async () => {
    const { caller, first, second } = open()
    await first.load()
    caller.reply(updateNotificationSettings, rejects(1, 'Not now'))
    expect(await first.change({ isAllMuted: true })).toMatchObject({ rejection: { text: 'Not now' } })
    expect([first.settings.get()?.isAllMuted, second.settings.get()?.isAllMuted]).toEqual([false, false])
  })

  it('are sent one after another, so that the last choice wins', async () => {
    const { caller, first } = open()
    await first.load()
    await Promise.all([first.change({ isSoundOff: true }), first.change({ isSoundOff: false })])
    const sent = caller.callsOf(updateNotificationSettings).map(({ request }) => request)
    expect(sent).toMatchObject([{ IsNotSound: 1 }, { IsNotSound: 0 }])
    expect(first.settings.get()?.isSoundOff).toBe(false)
  })

  it('are not taken from other tabs after the log has closed', async () => {
    const { closeLogs, first, second } = open()
    closeLogs()
    await first.load()
    expect(second.settings.get()).toBeUndefined()
  })

  it('are not overwritten by a response that a change has overtaken', async () => {
    const { first } = open()
    await first.load()
    const saving = first.change({ isSoundOff: true })
    await first.load()
    expect(first.settings.get()?.isSoundOff).toBe(true)
    await saving
  })
})
