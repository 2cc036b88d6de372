import { describe, expect, it } from 'vitest'
import { followLaunches, type LaunchQueue } from '#src/platform/launch-queue.ts'
import { readSharedContent } from '#src/platform/shared-content.ts'

const origin = 'https://chat.example'

/** A window that was loaded at an address, with the paths that its launches open. */
function openWindow({ loadedAt = `${origin}/messages`, isFull = false } = {}) {
  const opened: string[] = []
  const stored = new Map<string, Response>()
  const cache = {
    async put(path: string, response: Response) {
      if (isFull) throw new DOMException('full', 'QuotaExceededError')
      stored.set(path, response)
    },
    match: async (path: string) => stored.get(path)?.clone(),
    keys: async () => [...stored.keys()].map((path) => new Request(origin + path)),
  }
  // Only the used parts of a browser exist.
  const caches = { open: async () => cache } as unknown as CacheStorage
  let consumer: Parameters<LaunchQueue['setConsumer']>[0] = () => {}
  const queue: LaunchQueue = {
    setConsumer(given) {
      consumer = given
    },
  }
  followLaunches({ queue, loadedAt, caches, now: () => 1000, open: (path) => opened.push(path) })
  return {
    ...{ opened, launch: (launch: Parameters<typeof consumer>[0]) => consumer(launch) },
    content: () => readSharedContent(caches, opened.at(-1)?.split('id=')[1] ?? '', 1000),
  }
}

const handleOf = (name: string, file?: File) => ({
  name,
  async getFile() {
    if (!file) throw new DOMException('gone', 'NotFoundError')
    return file
  },
})

describe('a launch of the installed app', () => {
  it('with files offers them on the share page, and names those that cannot be read', async () => {
    const page = openWindow()
    const plan = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' })
    page.launch({ targetURL: `${origin}/share`, files: [handleOf('plan.pdf', plan), handleOf('gone.png')] })
    await expect.poll(() => page.opened).toEqual([expect.stringMatching(/^\/share\?id=1000-/)])
    const content = await page.content()
    expect([content?.files.map(({ name }) => name), content?.omitted]).toEqual([['plan.pdf'], ['gone.png']])
  })

  it('with files that cannot be stored says so on the share page', async () => {
    const page = openWindow({ isFull: true })
    page.launch({ files: [handleOf('gone.png')] })
    await expect.poll(() => page.opened).toEqual(['/share'])
  })

  it('by a shortcut opens its page', () => {
    const page = openWindow()
    page.launch({ targetURL: `${origin}/contact/add`, files: [] })
    expect(page.opened).toEqual(['/contact/add'])
  })

  it('by the icon, for shared content, or one that loaded the document changes nothing', () => {
    const page = openWindow({ loadedAt: `${origin}/contact/scan` })
    for (const path of ['/messages', '/share', '/contact/scan'])
      page.launch({ targetURL: origin + path, files: [] })
    expect(page.opened).toEqual([])
  })
})
