import { expect, it } from 'vitest'
import { presenceForInternalUsers } from '#client/account-program.ts'
import { isAdminType } from '#domain/authentication/accounts.ts'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { TypingPeople } from '#domain/conversation/typing.ts'
import { conversationId, userId } from '#schemas/ids.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { ServiceSettings } from '#schemas/translate/service-settings.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { createWritable } from '#streams/readable.ts'
import { self } from '#test/gallery/fixtures/people.ts'

const cho = userId(9)
const settingsOf = (isInternalControlled: boolean): LookupState<ServiceSettings> => ({
  status: 'ready',
  // The presence reads no other setting.
  value: { isInternalControlled } as ServiceSettings,
})

function open(state: LookupState<ServiceSettings>, type: number) {
  const settings = createWritable(state)
  const profile = createWritable<ProfileFacts | undefined>({ ...self, type })
  const presence = {
    online: createWritable<ReadonlySet<typeof cho>>(new Set([cho])),
    lastSeen: createWritable<ReadonlyMap<typeof cho, number>>(new Map([[cho, 5]])),
  }
  const connection = createWritable<ConnectionView>({ status: 'connected' })
  const people = createWritable<TypingPeople>(
    new Map([[conversationId('direct', 1), [{ userId: cho, name: 'Cho', activity: 'typing' }]]]),
  )
  return {
    settings,
    connection,
    ...presenceForInternalUsers({ connection, presence, activities: { people }, log: { profile } }, settings),
  }
}

it.each([
  [1, false, true],
  [1, true, false],
  [2, true, true],
] as const)(
  'a user of type %i, with the control of internal users %s, sees who is online, was, and types: %s [USER-01 USER-04]',
  (type, isControlled, isVisible) => {
    expect(isAdminType(type)).toBe(type === 2)
    const { online, lastSeen, typing } = open(settingsOf(isControlled), type)
    expect(online.get().has(cho)).toBe(isVisible)
    expect(lastSeen.get().has(cho)).toBe(isVisible)
    expect(typing.get().size > 0).toBe(isVisible)
  },
)

it('the friends disappear as soon as the settings hide them [USER-04]', () => {
  const { online, settings } = open({ status: 'loading' }, 1)
  let changes = 0
  online.subscribe(() => {
    changes += 1
  })
  settings.set(settingsOf(true))
  expect(changes).toBe(1)
  expect(online.get().size).toBe(0)
  expect(online.get()).toBe(online.get())
})

it('nobody is shown as online while the connection is lost [VIEW-04]', () => {
  const { connection, online } = open(settingsOf(false), 1)
  let changes = 0
  online.subscribe(() => {
    changes += 1
  })
  connection.set({ status: 'offline', since: 1 })
  expect(online.get().size).toBe(0)
  connection.set({ status: 'catching-up' })
  expect(online.get().has(cho)).toBe(true)
  expect(changes).toBe(2)
})
