import { expect, it } from 'vitest'
import { createHostStore } from '#src/app/host.ts'

const tab = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('keeps the parameters of the opening link for the tab, one by one [LAYOUT-12]', () => {
  const storage = tab()
  createHostStore(storage).change({ embeddedIn: 'shell' })
  createHostStore(storage).change({ frame: 'mini' })
  createHostStore(storage).change({ isEnterFixed: true })
  expect(createHostStore(storage).get()).toEqual({ embeddedIn: 'shell', frame: 'mini', isEnterFixed: true })
})

it('is a plain tab by default', () => {
  expect(createHostStore(tab()).get()).toEqual({
    embeddedIn: undefined,
    frame: undefined,
    isEnterFixed: false,
  })
})
