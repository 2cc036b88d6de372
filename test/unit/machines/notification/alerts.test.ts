import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { createAlertsMachine } from '#machines/notification/alerts-machine.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getNotificationSettings } from '#schemas/wire/calls/notifications.ts'
import type { NotifierPort } from '#streams/ports.ts'
import { confirmed, folded, received, first as room } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { createBus, openTab } from '../leader/leader-harness.ts'
import { createLocks } from '../locks.ts'
import { settle } from '../simulated-clock.ts'

/** Records the sounds and notifications of a page. */
function createNotifier() {
  const listeners = new Set<() => void>()
  const heard: string[] = []
  let hasFocus = false
  const notifier: NotifierPort = {
    hasFocus: () => hasFocus,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    sound: () => void heard.push('sound'),
    vibrate: (duration) => void heard.push(`vibrate ${duration}`),
    show: ({ title }) => void heard.push(`show ${title}`),
    dismiss: (_, conversation?: ConversationId) => void heard.push(`dismiss ${conversation ?? 'all'}`),
  }
  return {
    heard,
    notifier,
    focus() {
      hasFocus = true
      for (const listener of listeners) listener()
    },
    blur() {
      hasFocus = false
    },
  }
}

async function openTabs(count: number) {
  const [locks, bus] = [createLocks(), createBus()]
  const open = async () => {
    const tab = await openTab(locks, bus.open())
    const page = createNotifier()
    tab.caller.reply(getNotificationSettings, answers({}))
    await tab.core.notifications.load()
    const core = { ...tab.core, ports: { ...tab.core.ports, notifier: page.notifier } }
    const alerts = createActor(createAlertsMachine(core), { clock: tab.clock })
    alerts.start()
    await settle()
    return { ...tab, ...page, alerts }
  }
  const tabs: Awaited<ReturnType<typeof open>>[] = []
  while (tabs.length < count) tabs.push(await open())
  const comeIn = async (sequence: number, changes = {}) => {
    for (const { clock, log } of tabs) {
      const message = confirmed(sequence, { sentAt: clock.now(), ...changes })
      const appended = log.append([{ ...received(room, message), origin: 'socket' }])
      await folded(clock)
      await appended
    }
  }
  const alerting = () => tabs.map(({ alerts }) => alerts.getSnapshot().matches({ turn: 'alerting' }))
  return { alerting, comeIn, tabs }
}

describe('the tab that plays sounds', () => {
  it('is exactly one, the one focused last (DEC-110)', async () => {
    const { alerting, comeIn, tabs } = await openTabs(3)
    expect(alerting()).toEqual([true, false, false])
    tabs[2]?.focus()
    await settle()
    expect(alerting()).toEqual([false, false, true])
    tabs[2]?.blur()
    await comeIn(1)
    expect(tabs.map(({ heard }) => heard.filter((one) => one === 'sound').length)).toEqual([0, 0, 1])
  })

  it('changes when that tab closes', async () => {
    const { alerting, tabs } = await openTabs(2)
    tabs[1]?.focus()
    await settle()
    tabs[1]?.alerts.stop()
    await settle()
    expect(alerting()[0]).toBe(true)
    expect(tabs.flatMap(({ faults }) => faults)).toEqual([])
  })

  it('ends with the fault of a platform that has no notifications, which the account reports', async () => {
    const { core } = await openTab(createLocks(), createBus().open())
    const subscribe = () => {
      throw new Error('no notifications')
    }
    const notifier = { ...createNotifier().notifier, subscribe }
    const alerts = createActor(createAlertsMachine({ ...core, ports: { ...core.ports, notifier } }))
    const errors: unknown[] = []
    alerts.subscribe({ error: (error) => void errors.push(error) })
    alerts.start()
    expect(alerts.getSnapshot().status).toBe('error')
    expect(errors).toEqual([new Error('no notifications')])
  })
})

describe('a message', () => {
  it('sounds, vibrates for 150 ms and is shown by its conversation’s name, without its text [NOTIF-06 NOTIF-07]', async () => {
    const { comeIn, tabs } = await openTabs(1)
    await comeIn(1)
    expect(tabs[0]?.heard).toEqual(['show Ben', 'sound', 'vibrate 150'])
  })

  it('in a burst sounds once a second', async () => {
    const { comeIn, tabs } = await openTabs(1)
    await comeIn(1)
    await comeIn(2)
    await tabs[0]?.clock.advance(1000)
    await comeIn(3)
    expect(tabs[0]?.heard.filter((one) => one === 'sound')).toHaveLength(2)
  })

  it('removes its notification once it is read', async () => {
    const { comeIn, tabs } = await openTabs(1)
    await comeIn(1)
    const [tab] = tabs
    const reading = tab?.log.dispatch({ type: 'MarkRead', conversationId: room, upTo: confirmed(1).serverId })
    if (tab) await folded(tab.clock)
    expect(await reading).toMatchObject({ isOk: true })
    expect(tab?.heard.at(-1)).toBe(`dismiss ${room}`)
  })

  it.each<[string, Pick<NewEvent, 'type' | 'data'>]>([
    ['removed', { type: 'ConversationRemoved', data: {} }],
    [
      'cleared',
      { type: 'ConversationCleared', data: { through: confirmed(1).serverId, sequence: 1, activeAt: 1 } },
    ],
    ['hidden', { type: 'ConversationHidden', data: { through: confirmed(1).serverId } }],
  ])('takes its notification away once its conversation is %s', async (_, event) => {
    const { comeIn, tabs } = await openTabs(1)
    await comeIn(1)
    const [tab] = tabs
    // The table pairs each type with its own data.
    const gone = { ...event, stream: room, occurredAt: 3, origin: 'local' } as NewEvent
    const appended = tab?.log.append([gone])
    if (tab) await folded(tab.clock)
    await appended
    expect(tab?.heard.at(-1)).toBe(`dismiss ${room}`)
  })
})

describe('the notification settings of an account', () => {
  it('are requested once per connection, however often the connection is announced', async () => {
    const { tabs } = await openTabs(1)
    const [tab] = tabs
    const asked = () => tab?.caller.callsOf(getNotificationSettings).length
    const before = asked() ?? 0
    for (const status of ['connected', 'connected', 'connecting', 'connected', 'connected'] as const)
      tab?.core.connection.set({ status })
    expect(asked()).toBe(before + 2)
  })
})
