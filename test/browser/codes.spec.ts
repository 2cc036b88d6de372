import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import config from '../../playwright.config.ts'
import { expectAccessible } from './support/accessibility.ts'
import { befriendByCall, callerNamed, callerOf } from './support/calls.ts'
import { filmCode, filmFlags } from './support/filmed-code.ts'
import { articles, expect, freshPhone, openConversation, test, welcome } from './support/journey.ts'

const { launchOptions } = config.use ?? {}
test.use({ launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), ...filmFlags] } })

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code, link or group ID' })
const enter = async (page: Page, text: string) => {
  await codeField(page).fill(text)
  await page.getByRole('button', { name: 'Continue' }).click()
}
/** Pastes a file into the page, or drops it there. */
const give = (page: Page, event: 'paste' | 'drop', bytes: Buffer) =>
  codeField(page).evaluate(
    (field, [type, given]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(given)], 'code.png', { type: 'image/png' }))
      const about = { bubbles: true, cancelable: true }
      field.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent(type, { ...about, clipboardData: data })
          : new DragEvent(type, { ...about, dataTransfer: data }),
      )
    },
    [event, [...bytes]] as const,
  )
const scanner = (page: Page) => page.getByRole('region', { name: 'Camera' })
/**
 * Records the cameras that the page opens from its next load on, and whether their lights are on. Gives the device a
 * second camera, which films the same, and lights.
 */
const watchCameras = (page: Page) =>
  page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = []
    const lights: boolean[] = []
    const devices = navigator.mediaDevices
    const [open, list] = [devices.getUserMedia.bind(devices), devices.enumerateDevices.bind(devices)]
    devices.enumerateDevices = async () => [
      ...(await list()),
      { kind: 'videoinput', deviceId: 'rear', groupId: '', label: 'Rear camera', toJSON: () => '' },
    ]
    devices.getUserMedia = async (wanted) => {
      const stream = await open({ video: true })
      for (const track of stream.getTracks()) {
        const index = tracks.push(track) - 1
        const settings = track.getSettings()
        const isRear = JSON.stringify(wanted?.video).includes('"rear"')
        Object.assign(track, {
          getSettings: () => (isRear ? { ...settings, deviceId: 'rear' } : settings),
          getCapabilities: () => ({ torch: true }),
          async applyConstraints(constraints: object) {
            lights[index] = JSON.stringify(constraints).includes('"torch":true')
          },
        })
      }
      return stream
    }
    const unplug = () => tracks.at(-1)?.dispatchEvent(new Event('ended'))
    const cameraStates = () => tracks.map(({ readyState }) => readyState)
    Object.assign(globalThis, { cameraStates, cameraLights: () => lights, unplug })
  })
interface WatchedCameras {
  cameraStates(): string[]
  cameraLights(): boolean[]
  unplug(): void
}
const cameraStates = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as WatchedCameras).cameraStates())
const cameraLights = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as WatchedCameras).cameraLights())
const choose = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer })
const askToBefriend = async (page: Page, name: string) => {
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add friend' }).click()
  await page.getByRole('dialog', { name: 'Friend request' }).getByRole('button', { name: 'Send' }).click()
  await expect(notifications(page).getByText('Request sent').first()).toBeVisible()
}

// Ada acts in the full frame and Ben in the compact one.
test('people become friends and join a group by the picture and the text of a code, in both frames [QR-03 QR-05 QR-13 QR-14 QR-15 QR-19]', async ({
  browser,
  server,
}) => {
  test.setTimeout(180_000)
  // Without a film the device has no camera.
  await filmCode('')
  const ada = await welcome(await browser.newContext(), server, 'Ada')
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const ben = await welcome(await browser.newContext(phone), server, 'Ben')
  const cleo = await callerNamed(server, 'Cleo', freshPhone())
  const codes = await cleo.call<{ QRCode: string; RegisterCode: string }>('/GetUserQRCode', {})

  const picture = await test.step('the own code is saved as a picture at ratio 2 [QR-21]', async () => {
    const { page } = ada
    await page.goto(`${server.address}/my`)
    await page.getByRole('link', { name: 'My QR code' }).first().click()
    await expect(page.getByRole('img', { name: 'QR code of Ada' })).toBeVisible()
    await expectAccessible(page, 'own code')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as picture' }).click()
    const bytes = await readFile(await (await saved).path())
    // The code and its margin of 16 px on each side.
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([576, 576])
    return bytes
  })

  await test.step('a picture without a code and a file that is no picture lead nowhere [QR-07]', async () => {
    const { page } = ben
    await page.route(`${server.address}/contact`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'permissions-policy': 'camera=()' },
      })
    })
    await page.goto(`${server.address}/contact`)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Join group' }).click()
    await expect(scanner(page).getByRole('alert')).toContainText('The app may not use the camera.')
    await expectAccessible(page, 'use a code')
    await choose(page, 'notes.txt', 'text/plain', Buffer.from('notes'))
    await expect(page.getByText('This is not a picture.')).toBeVisible()
    const blank = await page.screenshot({ clip: { x: 0, y: 0, width: 20, height: 20 } })
    await choose(page, 'blank.png', 'image/png', blank)
    await expect(page.getByText('There is no code in this picture.')).toBeVisible()
  })

  await test.step('foreign content is shown, links with a warning', async () => {
    const { page } = ben
    await enter(page, 'just words')
    await expect(page.getByText('just words', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible()
    await enter(page, 'long '.repeat(1_400))
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeInViewport()
    await enter(page, 'https://other.example/contact/join-group?code=abc')
    await page.getByRole('button', { name: 'Open link' }).click()
    const warning = page.getByRole('alertdialog', { name: 'Open this link?' })
    await expect(warning).toContainText('https://other.example/contact/join-group?code=abc')
    await warning.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the picture of a code leads to its person', async () => {
    await choose(ben.page, 'code.png', 'image/png', picture)
    await askToBefriend(ben.page, 'Ada')
    const calls = callerOf(ada)
    const [request] = await calls.call<{ ID: number; UserID: number }[]>('/GetFriendApplications', {})
    expect(request?.UserID).toBe(callerOf(ben).userId)
    await calls.call('/AcceptFriendApply', { ID: request?.ID ?? 0 })
  })

  await test.step('two people become friends by the camera, which is closed then [QR-01 QR-04]', async () => {
    const { page } = ben
    await watchCameras(page)
    await filmCode('just words')
    await page.goto(`${server.address}/contact/scan`)
    await expect(page.getByText('just words', { exact: true })).toBeVisible()
    await expect.poll(() => cameraStates(page)).toEqual(['ended'])
    await filmCode('')
    await scanner(page).getByRole('button', { name: 'Scan again' }).click()
    await expect(scanner(page)).toBeFocused()
    await expect(page.getByText('just words', { exact: true })).toBeHidden()
    await expect(scanner(page)).toContainText('Point the camera at a QR code.')
    const frame = scanner(page).locator('[aria-hidden="true"]:not(svg)')
    expect(await frame.boundingBox()).toMatchObject({ width: expect.any(Number) })
    await expectAccessible(page, 'scanner')
    const upright = 'Hold your device upright to scan.'
    await expect(page.getByText(upright)).toBeHidden()
    await page.setViewportSize({ width: 844, height: 390 })
    await expect(page.getByText(upright)).toBeVisible()
    await page.setViewportSize(phone.viewport)
    await expect.poll(() => cameraStates(page)).toEqual(['ended', 'live'])

    await scanner(page).getByRole('button', { name: 'Turn light on' }).click()
    await expect(scanner(page).getByRole('button', { name: 'Turn light off' })).toBeVisible()
    await expect.poll(() => cameraLights(page)).toEqual([undefined, true])
    await scanner(page).getByRole('button', { name: 'Switch camera' }).click()
    await page.getByRole('menuitem', { name: 'Rear camera' }).click()
    await expect(scanner(page)).toContainText('Point the camera at a QR code.')
    await expect(scanner(page).getByRole('button', { name: 'Turn light on' })).toBeVisible()
    await expect.poll(() => cameraStates(page)).toEqual(['ended', 'ended', 'live'])
    await page.evaluate(() => (globalThis as unknown as WatchedCameras).unplug())
    await expect(scanner(page).getByRole('alert')).toContainText('The camera was switched off or unplugged.')
    await scanner(page).getByRole('button', { name: 'Try again' }).click()
    await expect(scanner(page)).toContainText('Point the camera at a QR code.')

    const eva = await callerNamed(server, 'Eva', freshPhone())
    const { QRCode } = await eva.call<{ QRCode: string }>('/GetUserQRCode', {})
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => cameraStates(page)).toEqual(['ended', 'ended', 'ended', 'ended'])
    await filmCode(QRCode)
    await page.goto(`${server.address}/contact/scan`)
    await askToBefriend(page, 'Eva')
    await expect.poll(() => cameraStates(page)).toEqual(['ended'])
    // The scanner of the next steps must not follow this code again.
    await filmCode('')
    const [request] = await eva.call<{ ID: number; UserID: number }[]>('/GetFriendApplications', {})
    expect(request?.UserID).toBe(callerOf(ben).userId)
    await eva.call('/AcceptFriendApply', { ID: request?.ID ?? 0 })
    await page.goto(`${server.address}/contact`)
    await expect(page.getByRole('list', { name: 'Friends' })).toContainText('Eva')
  })

  await test.step('a desktop has no scanner; pasted and dropped pictures of a code lead to its person [QR-22]', async () => {
    const { page } = ada
    for (const event of ['paste', 'drop'] as const) {
      await page.goto(`${server.address}/contact/scan`)
      await expect(codeField(page)).toBeFocused()
      await expect(scanner(page)).toBeHidden()
      await give(page, event, picture)
      await expect(page).toHaveURL(/\/my$/)
    }
  })

  await test.step('an invalid code of a person leads to the contacts, with words', async () => {
    const { page } = ada
    await page.goto(`${server.address}/contact/friend-request?code=aaaaaaaaaaaaaaaaaaaaaaaa`)
    await expect(notifications(page)).toContainText('This code is not valid any more.')
    await expect(page).toHaveURL(/\/contact$/)
  })

  await test.step('the text of a code leads to its person, where desktops have no scan icon [FRIEND-08]', async () => {
    const { page } = ada
    await page.goto(`${server.address}/contact/add`)
    await expect(page.getByRole('button', { name: 'Use a code' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Scan a code' })).toBeHidden()
    await page.getByRole('button', { name: 'Use a code' }).click()
    await enter(page, codes.QRCode)
    await askToBefriend(page, 'Cleo')
    const requests = await cleo.call<{ UserID: number }[]>('/GetFriendApplications', {})
    expect(requests).toMatchObject([{ UserID: callerOf(ada).userId }])
  })

  await test.step('an invitation makes friends, and an invalid one leads back to the scan [QR-17 QR-18]', async () => {
    const { page } = ben
    await page.goto(`${server.address}/contact/invitation?code=aaaaaaaaaaaaaaaaaaaaaaaa`)
    await expect(page.getByText('This invitation is not valid.')).toBeVisible()
    await page.getByRole('button', { name: 'OK' }).click()
    await enter(page, codes.RegisterCode)
    await expect(page.getByRole('heading', { name: 'Cleo' })).toBeVisible()
    await expectAccessible(page, 'invitation')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(notifications(page)).toContainText('You are friends now.')
    await expect(page.getByRole('list', { name: 'Friends' })).toContainText('Cleo')
  })

  await test.step('a group is joined by its code, whose invalid one leads back to the scan', async () => {
    const dan = await callerNamed(server, 'Dan', freshPhone())
    await befriendByCall(dan, cleo)
    const { ID } = await cleo.call<{ ID: number }>('/CreateGroup', {
      ...{ GroupName: 'Walks', GroupImg: '', Info: '', JoinType: '0' },
      UserIDs: `${cleo.userId}|${dan.userId}`,
    })
    const { GroupQRCode } = await cleo.call<{ GroupQRCode: string }>('/GetGroupQRCode', { GroupId: ID })
    await ada.page.goto(GroupQRCode)
    await expect(ada.page.getByRole('heading', { name: 'Walks' })).toBeVisible()
    await ada.page.keyboard.press('Escape')
    await expect(ada.page).toHaveURL(/\/contact$/)
    for (const { page } of [ada, ben]) {
      await page.goto(`${server.address}/contact/join-group?code=aaaaaaaaaaaaaaaaaaaaaaaa`)
      await expect(page).toHaveURL(/\/contact\/scan$/)
      await enter(page, GroupQRCode)
      await expect(page.getByRole('heading', { name: 'Walks' })).toBeVisible()
      await expectAccessible(page, 'join by code')
      await page.getByRole('button', { name: 'Join group' }).click()
      await expect(page).toHaveURL(new RegExp(`/messages/groups/${ID}`))
    }
    await ben.page.goto(GroupQRCode)
    await expect(ben.page).toHaveURL(new RegExp(`/messages/groups/${ID}`))
    await ada.page.goto(`${server.address}/messages/groups/${ID}/qrcode`)
    await expect(ada.page.getByRole('img', { name: 'QR code of Walks' })).toBeVisible()
    await expectAccessible(ada.page, 'group code')
  })

  await test.step('the picture of the own code is sent from the forward picker, then the code is renewed [ME-09]', async () => {
    const { page } = ada
    await page.goto(`${server.address}/my/qrcode`)
    const printed = page.getByText(/friend-request\?code=/)
    const old = (await printed.textContent()) ?? ''
    await page.getByRole('button', { name: 'Share code' }).click()
    await page.getByRole('option', { name: /^Ben/ }).first().click()
    await page.getByRole('button', { name: /^Send/ }).click()
    await expect(page).toHaveURL(/\/my\/qrcode$/)
    await page.getByRole('button', { name: 'New code' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'New code' }).click()
    await expect(printed).not.toHaveText(old)
    await ben.page.goto(`${server.address}/messages`)
    await openConversation(ben.page, 'Ada')
    await expect(articles(ben.page).last().getByRole('img')).toBeVisible()
  })
})
