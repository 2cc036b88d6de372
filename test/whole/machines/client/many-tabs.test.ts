import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationId } from '#schemas/ids.ts'
import { updateToken } from '#schemas/wire/calls/account.ts'
import { accessToken } from '#server/store/schema/accounts.ts'
import { accountOf, signUp } from '#test/unit/client/acquaintance.ts'
import { InProcessWorld } from '#test/unit/client/in-process-world.ts'
import { type Fate, type OpenedTab, openDevice } from './many-tabs.ts'

const tabCount = 20
const callCount = 20

let world: InProcessWorld
let phone = 13_800_000_000
beforeAll(async () => {
  world = await InProcessWorld.open()
}, 60_000)
afterAll(() => world.backend.close())

const isRefresh = ({ url }: { url: string }) => url.endsWith(updateToken.path)

/**
 * A device with one account in twenty tabs and an access token that has just expired. Takes each tab's fate for its
 * requests.
 */
async function expireInTwentyTabs(fateOf: (tab: number) => Fate | undefined = () => undefined) {
  const device = openDevice(world)
  const first = device.open(fateOf(0))
  phone += 1
  await signUp(world, first.person, String(phone))
  const tabs = [first]
  while (tabs.length < tabCount) tabs.push(device.open(fateOf(tabs.length)))
  await world.until('all tabs are signed in', () => tabs.every(({ person }) => person.client.account.get()))
  await world.backend.database.update(accessToken).set({ expiresAt: 0 })
  return { device, tabs }
}

/** Makes twenty concurrent calls from each tab. Resolves with the number of successful calls of each tab. */
const callFromAll = (tabs: readonly OpenedTab[]) =>
  tabs.map(({ person }) => {
    const { contacts } = accountOf(person)
    const calls = Array.from({ length: callCount }, (_, at) => contacts.accept(applicationId(1000 + at)))
    return Promise.all(calls)
  })

async function expectAllSignedIn(tabs: readonly OpenedTab[]) {
  const outcomes = await world.finished(Promise.all(callFromAll(tabs)))
  const keys = outcomes.flat().map((outcome) => (outcome.isOk ? 'ok' : outcome.rejection.key))
  expect(keys).toHaveLength(tabs.length * callCount)
  expect(keys).not.toContain('errors.not-authenticated')
  const views = tabs.map(({ person }) => person.client.authentication.view.get())
  expect(views.map(({ status, alertKey }) => [status, alertKey])).toEqual(
    tabs.map(() => ['signed-in', undefined]),
  )
}

const dispose = (tabs: readonly OpenedTab[]) =>
  world.finished(Promise.all(tabs.map(({ person }) => person.client.dispose())))

describe('twenty tabs and one expired token', () => {
  it('cause one refresh for twenty concurrent calls in each, and no sign-out [AUTH-34]', async () => {
    const { device, tabs } = await expireInTwentyTabs()
    await expectAllSignedIn(tabs)
    expect(device.countOf(updateToken.path)).toBe(1)
    await dispose(tabs)
  }, 60_000)

  it('survive a lost response by sending the same refresh token again (DEC-101)', async () => {
    let isLost = false
    const losing: Fate = async (request, pass) => {
      const answer = await pass()
      if (isRefresh(request) && !isLost) {
        isLost = true
        throw new Error('The response is lost')
      }
      return answer
    }
    const { device, tabs } = await expireInTwentyTabs(() => losing)
    await expectAllSignedIn(tabs)
    expect(device.countOf(updateToken.path)).toBe(2)
    await dispose(tabs)
  }, 60_000)

  it.each(['kill', 'freeze'] as const)(
    'continue when the tab in the middle of its refresh dies or freezes: %s',
    async (end) => {
      let victim: number | undefined
      const tabsByNumber: OpenedTab[] = []
      const dying =
        (tab: number): Fate =>
        async (request, pass) => {
          const answer = await pass()
          if (isRefresh(request) && victim === undefined) {
            victim = tab
            tabsByNumber[tab]?.[end]()
          }
          return answer
        }
      const { device, tabs } = await expireInTwentyTabs(dying)
      tabsByNumber.push(...tabs)
      const outcomes = callFromAll(tabs)
      await world.until('a tab is gone', () => victim !== undefined)
      const living = tabs.filter((_, tab) => tab !== victim)
      await world.finished(Promise.all(outcomes.filter((_, tab) => tab !== victim)))
      await expectAllSignedIn(living)
      expect(device.countOf(updateToken.path)).toBe(2)
      await dispose(living)
    },
    60_000,
  )
})
