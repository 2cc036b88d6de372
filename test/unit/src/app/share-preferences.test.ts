import { expect, it } from 'vitest'
import type { AuthenticationView } from '#client/authentication.ts'
import { userId } from '#schemas/ids.ts'
import { createPreferences } from '#src/app/preferences.ts'
import { forgetNumberAtSignOut, shareEnterAsSubmit } from '#src/app/start.tsx'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
import { createWritable } from '#streams/readable.ts'
import { createBus } from '#test/unit/machines/leader/leader-harness.ts'

it('announces to other tabs whether Enter sends, once, and they follow [XTAB-08]', () => {
  const bus = createBus()
  const said: unknown[] = []
  bus.open().subscribe((message) => said.push(message))
  const tab = () => {
    const preferences = createPreferences({ getItem: () => null, setItem: () => undefined })
    shareEnterAsSubmit(preferences, createTabChannel(bus.open(), { next: () => 0.5 }, { fault: () => {} }))
    return preferences
  }
  const [first, second] = [tab(), tab()]
  first.change({ isEnterSubmit: true })
  expect(second.get().isEnterSubmit).toBe(true)
  second.change({ isEnterSubmit: false })
  expect(first.get().isEnterSubmit).toBe(false)
  first.change({ scheme: 'dark' })
  expect(said).toMatchObject([
    { type: 'update-enter-as-submit', value: true },
    { type: 'update-enter-as-submit', value: false },
  ])
})

it.each([
  ['is forgotten at a sign-out, the way is not', undefined, undefined],
  ['stays after a disconnect, like unsent messages (DEC-115)', true, { country: 'CN', phone: '13900001111' }],
])('the number of the last sign-in %s', (_, mayPreserveOutbox, number) => {
  const preferences = createPreferences({ getItem: () => null, setItem: () => undefined })
  const account = {
    ...{ userId: userId(1), nickname: 'Ada', avatarUrl: '', token: 't', traceRate: 0 },
    ...(mayPreserveOutbox && { mayPreserveOutbox }),
  }
  const none = { alertKey: undefined, accounts: [], chosen: undefined }
  const view = createWritable<AuthenticationView>({ ...none, status: 'starting' })
  forgetNumberAtSignOut({ view }, preferences)
  view.set({ ...none, status: 'signed-out' })
  preferences.change({
    lastSignIn: { method: 'code', number: { country: 'CN', phone: '13900001111' } },
  })
  view.set({ ...none, status: 'signed-in', accounts: [account], chosen: account.userId })
  expect(preferences.get().lastSignIn?.number).toBeDefined()
  view.set({ ...none, status: 'signed-out' })
  expect(preferences.get().lastSignIn?.method).toBe('code')
  expect(preferences.get().lastSignIn?.number).toEqual(number)
})
