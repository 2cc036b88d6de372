import type { Page } from '@playwright/test'
import { isPublicPath, paths, subPaths } from '#src/routes/route-table.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { foundGroup, sayInGroup } from './support/groups.ts'
import { expect, freshPhone, test, welcome } from './support/journey.ts'
import { say } from './support/messages.ts'
import { pressEverything } from './support/press-everything.ts'

/** Names of controls that are not pressed, and why. */
const excluded: Readonly<Record<string, string>> = {
  Refresh: 'reloads the page, and with it the walk',
  'Record voice message': 'opens the microphone of the machine',
}

/** Screens in the two frames, px. */
const frames = { full: { width: 1440, height: 900 }, compact: { width: 390, height: 844 } } as const

/** Replaces the parameters of a path. A parameter without an example fails, so that a new route needs one. */
const withParameters = (path: string, parameters: Readonly<Record<string, string | number>>): string =>
  path.replace(/\$(\w+)/g, (_, name: string) => {
    const value = parameters[name]
    if (value === undefined) throw new Error(`${path} has no example of ${name}`)
    return String(value)
  })

/** Controls that all screens share, so that one press is enough. */
const shared = ['button "Close"', 'button "Back"', 'button "Dismiss"']

interface Walk {
  /** What did nothing, by screen. */
  readonly dead: readonly string[]
  readonly pressed: ReadonlySet<string>
}

/** Presses each control of these screens in both frames. */
async function walk(page: Page, screens: readonly string[]): Promise<Walk> {
  const dead: string[] = []
  const everywhere = new Set<string>()
  const pressedOn = new Map<string, Set<string>>(screens.map((path) => [path, new Set()]))
  for (const [frame, size] of Object.entries(frames)) {
    await page.setViewportSize(size)
    for (const [path, pressed] of pressedOn) {
      // A screen may be next to the one that it belongs to.
      const parents = [...pressedOn].filter(([other]) => path.startsWith(`${other}/`))
      const known = [...everywhere, ...pressed, ...parents.flatMap(([, controls]) => [...controls])]
      const request = { path, known, excluded: Object.keys(excluded) }
      const result = await page.evaluate(pressEverything, request)
      for (const signature of result.pressed) {
        pressed.add(signature)
        // The list pane and the navigation are next to every screen.
        const isEverywhere = path === paths.messages || path === paths.contact || path === paths.my
        if (isEverywhere || shared.includes(signature)) everywhere.add(signature)
      }
      dead.push(...result.dead.map((signature) => `${frame} ${path}: ${signature}`))
    }
  }
  return { dead, pressed: new Set([...pressedOn.values()].flatMap((each) => [...each])) }
}

test('every link, button and menu entry of every screen leads somewhere, in both frames', async ({
  browser,
  server,
}) => {
  test.setTimeout(300_000)
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const own = callerOf(ada)
  const [ben, cleo, dan] = await Promise.all(
    ['Ben', 'Cleo', 'Dan'].map((name) => callerNamed(server, name, freshPhone())),
  )
  if (!ben || !cleo || !dan) throw new Error('Three people exist')
  for (const friend of [ben, cleo]) await befriendByCall(friend, own)
  await dan.call('/ApplyFriend', { UserID: own.userId, Remark: 'Hello', Source: 'Search' })
  const groupId = await foundGroup(own, 'Walkers', [ben.userId, cleo.userId])
  await sayInGroup(ben, groupId, 'When do we start?')
  await say(ben, ada, 'Shall we walk?')
  const { Id: tagId } = await own.call<{ Id: number }>('/CreateTag', { TagName: 'Walks' })
  const { ID: sessionId } = await own.call<{ ID: number }>('/CreateChatSession', { UserID: ben.userId })
  const [message] = await own.call<{ ID: number }[]>('/GetChatData', {
    ...{ ChatSessionID: sessionId, TimeStamp: 0, Status: 1, FromID: 0 },
  })
  const parameters = {
    ...{ sessionId, groupId, userId: ben.userId, messageId: message?.ID ?? 0, tagId },
    session: sessionId,
  }
  const below = (path: string) => Object.values(subPaths).map((end) => `${path}/${end}`)
  const all = Object.values(paths).flatMap((path) =>
    path === paths.session || path === paths.group ? [path, ...below(path)] : [path],
  )
  const isWalked = (path: string) => !isPublicPath(path) && !path.endsWith('/$')
  // The sections first, whose lists are next to the other screens.
  const sections: readonly string[] = [paths.messages, paths.contact, paths.my]
  const screens = [...sections, ...all.filter((path) => isWalked(path) && !sections.includes(path))]
  const { page } = ada
  await page.goto(`${server.address}${paths.messages}`)
  await expect(page.getByRole('link', { name: /^Ben/ })).toBeVisible()
  const { dead, pressed } = await walk(
    page,
    screens.map((path) => withParameters(path, parameters)),
  )
  expect(dead).toEqual([])
  // Only the context menu of a row can hide a conversation.
  expect([...pressed]).toContain('menuitem "Hide"')

  await test.step('the walk finds a button without an effect', async () => {
    await page.evaluate(() =>
      document.body.append(Object.assign(document.createElement('button'), { textContent: 'Nowhere' })),
    )
    expect((await walk(page, [paths.my])).dead).toContain(`full ${paths.my}: button "Nowhere"`)
  })

  await test.step('Escape closes a dialog also when what had the focus is gone', async () => {
    await page.setViewportSize(frames.full)
    await page.goto(`${server.address}${paths.my}`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.evaluate(() => document.activeElement?.remove())
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toBeHidden()
  })

  await test.step('screens for people without an account lead on as well', async () => {
    const guest = await (await browser.newContext()).newPage()
    await guest.goto(`${server.address}${paths.signIn}`)
    await expect(guest.getByRole('button', { name: 'Sign in' })).toBeEnabled()
    expect((await walk(guest, Object.values(paths).filter(isPublicPath))).dead).toEqual([])
  })
})
