import { describe, expect, it } from 'vitest'
import { createOwnTyping } from '#client/own-typing.ts'
import { conversationId } from '#schemas/ids.ts'
import type { ServiceSettings } from '#schemas/translate/service-settings.ts'
import * as calls from '#schemas/wire/calls/profile.ts'
import type { ExtensionName } from '#schemas/wire/extensions.ts'
import type { ClientFrame } from '#schemas/wire/frames/from-client.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { createWritable } from '#streams/readable.ts'
import { unchangingLookup } from '#test/gallery/fixtures/lookups.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { openTwoTabs } from './two-tabs.ts'

const [chat, group] = [conversationId('direct', 1), conversationId('group', 2)]

async function open({ isShown = true, isKnown = true, extensions = ['typing'] as ExtensionName[] } = {}) {
  const { one, other, clock, settle } = openTwoTabs()
  const sent: string[] = []
  const posted: string[] = []
  const state = { isReady: true, isVisible: true }
  one.caller.reply(
    calls.getTypingSetting,
    isKnown ? answers({ IsTypingShown: isShown ? 1 : 0 }) : rejects(3, 'busy'),
  )
  one.caller.reply(calls.updateTypingSetting, answers(null))
  other.tabs.messages$.subscribe((message) => {
    if (message.type === 'own-typing') posted.push(`${message.activity ?? 'none'} ${message.conversation}`)
  })
  const describeFrame = (frame: ClientFrame) =>
    frame.Cmd === 'Typing'
      ? `${frame.State} ${frame.GroupID ? `g:${frame.GroupID}` : `s:${frame.ChatSessionID}`}`
      : frame.Cmd
  // Only the ports, the link and the log's end are used.
  const core = {
    ...one,
    ports: { clock, visibility: { isVisible: () => state.isVisible } },
    link: { isReady: () => state.isReady, sendNow: (frame: ClientFrame) => sent.push(describeFrame(frame)) },
  } as unknown as Parameters<typeof createOwnTyping>[0]
  const service: LookupState<ServiceSettings> = {
    status: 'ready',
    // Nothing else is read.
    value: { extensions: new Set(extensions) } as unknown as ServiceSettings,
  }
  const settings = unchangingLookup(service)
  let requests = 0
  const own = createOwnTyping(core, {
    extensions: createWritable(new Set(extensions)),
    settings: {
      ...settings,
      fresh: () => {
        requests += 1
        return settings.fresh()
      },
    },
  })
  await settle()
  return {
    own,
    sent,
    posted,
    state,
    settingsRequests: () => requests,
    clock,
    settle,
    caller: one.caller,
    changed: () => one.settingsChanged$.next(),
  }
}

describe('the frames about own typing', () => {
  it('are at most one in 4 s, however many keys are pressed', async () => {
    const { own, sent, clock } = await open()
    for (let key = 0; key < 100; key += 1) {
      own.reportActivity(chat, 'typing')
      await clock.advance(100)
    }
    expect(sent).toEqual(['typing s:1', 'typing s:1', 'typing s:1'])
  })

  it('end when the user stops, and do not become more by stopping and starting', async () => {
    const { own, sent, clock } = await open()
    own.reportActivity(chat, 'typing')
    for (let time = 0; time < 10; time += 1) {
      own.endActivity(chat)
      own.reportActivity(chat, 'typing')
      await clock.advance(100)
    }
    expect(sent).toEqual(['typing s:1', 'none s:1'])
    await clock.advance(4_000)
    own.reportActivity(chat, 'typing')
    await clock.advance(7_000)
    own.endActivity(chat)
    expect(sent).toEqual(['typing s:1', 'none s:1', 'typing s:1'])
  })

  it('repeat while the user records', async () => {
    const { own, sent, clock } = await open()
    const end = own.repeatActivity(group, 'recording')
    await clock.advance(9_000)
    end()
    await clock.advance(9_000)
    expect(sent).toEqual(['recording g:2', 'recording g:2', 'recording g:2', 'none g:2'])
  })

  it.each([
    ['the user has turned them off', { isShown: false }],
    ['the server does not have the extension', { extensions: [] as ExtensionName[] }],
  ] as const)('are not sent if %s', async (_, options) => {
    const { own, sent, posted } = await open(options)
    own.reportActivity(chat, 'typing')
    own.endActivity(chat)
    expect([...sent, ...posted]).toEqual([])
  })

  it('need no request for the extensions of the server if this device knows them', async () => {
    const { own, settingsRequests, settle, clock } = await open({ isKnown: false })
    await clock.advance(30_000)
    own.reportActivity(chat, 'typing')
    await settle()
    expect(settingsRequests()).toBe(0)
    expect((await open({ extensions: [] })).settingsRequests()).toBe(1)
  })

  it('are not sent by a hidden tab', async () => {
    const { own, sent, state } = await open()
    state.isVisible = false
    own.reportActivity(chat, 'typing')
    expect(sent).toEqual([])
  })

  it('wait for the setting, whose failed request is not repeated at each key', async () => {
    const { own, sent, caller, clock, settle } = await open({ isKnown: false })
    for (let key = 0; key < 5; key += 1) {
      own.reportActivity(chat, 'typing')
      await settle()
    }
    expect(caller.callsOf(calls.getTypingSetting)).toHaveLength(1)
    expect(sent).toEqual([])
    caller.reply(calls.getTypingSetting, answers({ IsTypingShown: 1 }))
    await clock.advance(30_000)
    own.reportActivity(chat, 'typing')
    await settle()
    expect(sent).toEqual(['typing s:1'])
  })

  it('are not sent if the setting arrives after the activity would have ended for others', async () => {
    const { own, sent, caller, clock, settle } = await open({ isKnown: false })
    let answer = () => {}
    caller.reply(
      calls.getTypingSetting,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(answers({ IsTypingShown: 1 }))
        }),
    )
    await clock.advance(30_000)
    own.reportActivity(chat, 'typing')
    await clock.advance(8_000)
    answer()
    await settle()
    expect(sent).toEqual([])
    own.reportActivity(chat, 'typing')
    expect(sent).toEqual(['typing s:1'])
  })

  it('go through the leader from a tab without a connection', async () => {
    const { own, sent, posted, state } = await open()
    state.isReady = false
    own.reportActivity(group, 'recording')
    own.endActivity(group)
    expect(sent).toEqual([])
    expect(posted).toEqual(['recording g:2', 'none g:2'])
  })

  it('stop with the setting, which is sent to the server', async () => {
    const { own, sent, caller } = await open()
    expect(await own.setting.change({ isShown: false })).toMatchObject({ isOk: true })
    own.reportActivity(chat, 'typing')
    expect(sent).toEqual([])
    expect(caller.callsOf(calls.updateTypingSetting).map(({ request }) => request)).toEqual([
      { IsTypingShown: 0 },
    ])
  })

  it('follow the setting when it changes on another device, once it is known', async () => {
    const { own, sent, caller, changed, settle } = await open()
    caller.reply(calls.getTypingSetting, answers({ IsTypingShown: 0 }))
    changed()
    await settle()
    expect(own.setting.settings.get()).toEqual({ isShown: false })
    own.reportActivity(chat, 'typing')
    expect(sent).toEqual([])
    const without = await open({ extensions: [] })
    without.changed()
    await without.settle()
    expect(without.caller.callsOf(calls.getTypingSetting)).toEqual([])
  })
})
