import { expect, it } from 'vitest'
import { createPreferences } from '#src/app/preferences.ts'
import { shareEnterAsSubmit } from '#src/app/start.tsx'
import { createTabChannel } from '#streams/cross-tab/tab-channel.ts'
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
