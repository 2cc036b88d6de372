import { describe, expect, it } from 'vitest'
import { type SavingPage, saveFile } from '#src/platform/save-file.ts'

const file = { path: '/files/messages/a.pdf', name: 'Minutes.pdf' }

const createPage = (answer: () => Response) => {
  const done: string[] = []
  const page: SavingPage = {
    fetch: async (path, { headers }) => {
      done.push(`fetch ${path} ${new Headers(headers).get('Range') ?? 'whole'}`)
      return answer()
    },
    save: (address, name) => done.push(`save ${address} as ${name}`),
    toAddress: ({ size }) => `blob of ${size}`,
  }
  return { page, done }
}

describe('saving a file', () => {
  it('lets the browser download it from a server, once its first byte has arrived', async () => {
    const { page, done } = createPage(() => new Response('M', { status: 206 }))
    expect(await saveFile(file, false, page)).toBe(true)
    expect(done).toEqual([`fetch ${file.path} bytes=0-0`, `save ${file.path} as Minutes.pdf`])
  })

  it('passes its bytes if a service worker answers for the server', async () => {
    const { page, done } = createPage(() => new Response('Minutes'))
    expect(await saveFile(file, true, page)).toBe(true)
    expect(done).toEqual([`fetch ${file.path} whole`, 'save blob of 7 as Minutes.pdf'])
  })

  it.each([
    ['is not there', () => new Response('', { status: 404 })],
    [
      'finds no network',
      () => {
        throw new TypeError('no network')
      },
    ],
  ])('saves no file when it %s', async (_, answer) => {
    for (const isAnsweredInPage of [true, false]) {
      const { page, done } = createPage(answer)
      expect(await saveFile(file, isAnsweredInPage, page)).toBe(false)
      expect(done.filter((each) => each.startsWith('save'))).toEqual([])
    }
  })
})
