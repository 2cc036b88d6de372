import { describe, expect, it } from 'vitest'
import {
  createNotificationPermission,
  type PermissionServices,
} from '#src/platform/notification/notification-permission.ts'
import { SimulatedClock } from '#test/unit/machines/simulated-clock.ts'

type Directory = Awaited<ReturnType<StorageManager['getDirectory']>>

interface TestEnvironment {
  readonly permission?: NotificationPermission | 'unsupported'
  readonly files?: PermissionServices['files']
}

// The check only reads whether a private window rejects; it does not use the result.
const openWindow = { getDirectory: async () => ({}) as Directory }
const privateWindow = { getDirectory: () => Promise.reject(new Error('SecurityError')) }
const silentWindow = { getDirectory: () => new Promise<Directory>(() => {}) }

function open({ permission = 'default', files }: TestEnvironment = {}) {
  const clock = new SimulatedClock()
  const warnings: string[] = []
  let requests = 0
  const Notification =
    permission === 'unsupported'
      ? undefined
      : {
          permission,
          async requestPermission() {
            requests += 1
            return permission
          },
        }
  const subject = createNotificationPermission({
    page: Notification ? { Notification } : {},
    files,
    clock,
    report: { fault: ({ detail }) => void warnings.push(detail) },
  })
  return { clock, subject, warnings, requests: () => requests }
}

describe('the permission to notify', () => {
  it.each<[string, TestEnvironment, boolean, number]>([
    ['in an open window', { files: openWindow }, true, 0],
    ['where the browser keeps no files at all', {}, true, 0],
    ['in a private window', { files: privateWindow }, false, 1],
    ['where there are no notifications', { permission: 'unsupported', files: openWindow }, false, 1],
    ['where it was granted', { permission: 'granted', files: openWindow }, false, 0],
    ['where it was denied', { permission: 'denied', files: openWindow }, false, 0],
  ])('%s: the app may ask, or shows a warning [NOTIF-11 NOTIF-12]', async (_, given, mayAsk, warned) => {
    const { subject, warnings } = open(given)
    expect(await subject.mayAsk()).toBe(mayAsk)
    expect(warnings).toHaveLength(warned)
  })

  it('is not requested if the check takes longer than 3000 ms [NOTIF-13]', async () => {
    const { clock, subject, warnings } = open({ files: silentWindow })
    let result: boolean | undefined
    void subject.mayAsk().then((mayAsk) => {
      result = mayAsk
    })
    await clock.advance(2999)
    expect(result).toBeUndefined()
    await clock.advance(1)
    expect(result).toBe(false)
    expect(warnings).toHaveLength(1)
  })

  it('is requested from the browser only on demand', async () => {
    const { requests, subject } = open({ files: openWindow })
    await subject.mayAsk()
    expect(requests()).toBe(0)
    subject.request()
    expect(requests()).toBe(1)
  })
})
