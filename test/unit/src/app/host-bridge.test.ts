import { describe, expect, it } from 'vitest'
import type { AuthenticationView } from '#client/authentication.ts'
import { done, rejectedBecause } from '#domain/http/rejection.ts'
import type { HandedSession } from '#schemas/env/host-message.ts'
import { userId } from '#schemas/ids.ts'
import { connectHost, type HostServices } from '#src/app/host-bridge.tsx'
import { createWritable } from '#streams/readable.ts'
import { ann } from '../../machines/auth/auth-harness.ts'
import { openApp } from '../routes/open-app.ts'

const own = 'https://chat.example'
const host = 'https://app.example'
const signedOut: AuthenticationView = {
  status: 'signed-out',
  accounts: [],
  chosen: undefined,
  alertKey: undefined,
}
const session = { userId: userId(7), token: 'token-7' }

interface Setup {
  /** Opened by a native shell, without a frame. */
  readonly isNative?: boolean
  readonly view?: Partial<AuthenticationView>
  readonly address?: string
  readonly mayReplace?: boolean
  readonly isRejected?: boolean
}

const open = async ({
  isNative = false,
  view = {},
  mayReplace = true,
  isRejected = false,
  address = '/messages',
}: Setup = {}) => {
  const { router } = await openApp(address, { authentication: view, embeddedIn: 'shell' })
  const { history } = router
  const posted: unknown[] = []
  const heard: unknown[] = []
  const entered: HandedSession[] = []
  const source = createWritable({ ...signedOut, ...view })
  const window = new EventTarget()
  const parent = { postMessage: (message: unknown, origin: string) => void posted.push([origin, message]) }
  const page = Object.assign(window, {
    parent: isNative ? window : parent,
    location: { origin: own, ancestorOrigins: isNative ? [] : [host] },
    document: { querySelectorAll: () => [] },
  })
  for (const type of ['chat.account', 'chat.session-rejected', 'chat.back-unhandled', 'chat.leave-session'])
    window.addEventListener(type, (event) => heard.push(Reflect.get(event, 'detail')))
  const services: HostServices = {
    // The parts of a window that the bridge uses.
    page: page as unknown as HostServices['page'],
    origins: [host],
    router,
    // Outside a browser the router does not navigate.
    open: async (path, isReplacing) => (isReplacing ? history.replace(path) : history.push(path)),
    authentication: {
      view: source,
      async signInWithSession(handed, mayEnter) {
        if (isRejected) return rejectedBecause({ key: 'errors.error' })
        if (!(await mayEnter({ ...ann, userId: handed.userId }))) return rejectedBecause({ key: 'declined' })
        entered.push(handed)
        source.set({ ...signedOut, status: 'signed-in', chosen: handed.userId })
        return done
      },
    },
    mayReplace: async () => mayReplace,
  }
  const stop = connectHost(services)
  const receive = async (data: unknown, origin = host, from: unknown = parent) => {
    window.dispatchEvent(Object.assign(new Event('message'), { data, origin, source: from }))
    await new Promise(setImmediate)
  }
  return { posted, heard, entered, history, source, window, receive, stop }
}

describe('the messages to an embedding app', () => {
  it('name the account at the start and after each change, to the embedding origin only', async () => {
    const { posted, source, stop } = await open()
    source.set({ ...signedOut, status: 'starting' })
    source.set({ ...signedOut, status: 'signed-in', chosen: userId(7) })
    source.set({ ...signedOut, status: 'signed-in', chosen: userId(7), accounts: [ann] })
    stop()
    source.set(signedOut)
    expect(posted).toEqual([
      [host, { type: 'chat.account', userId: undefined }],
      [host, { type: 'chat.account', userId: 7 }],
    ])
  })

  it('reach a native shell as events of the window [SESS-50]', async () => {
    const { posted, heard, window } = await open({ isNative: true })
    window.dispatchEvent(new CustomEvent('leave-session', { detail: { sessionId: 5 } }))
    expect(heard).toEqual([
      { type: 'chat.account', userId: undefined },
      { type: 'chat.leave-session', sessionId: 5 },
    ])
    expect(posted).toEqual([])
  })
})

describe('a handed-in session', () => {
  it('signs in and leads to the page that was asked for (DEC-38)', async () => {
    const { entered, receive, history } = await open({
      view: signedOut,
      address: '/auth/sign-in?redirect=%2Fauth%2Fagreement',
    })
    await receive({ type: 'chat.session', ...session })
    expect(entered).toEqual([{ type: 'chat.session', ...session }])
    expect(history.location.pathname).toBe('/messages')
  })

  it.each([
    ['another site', { type: 'chat.session', ...session }, 'https://evil.example'],
    ['the host, with a token that is no text', { type: 'chat.session', userId: 7, token: 1 }, host],
    ['the host, with an empty token', { type: 'chat.session', userId: 7, token: '' }, host],
    ['the host, with an unknown type', { type: 'session', ...session }, host],
  ])('is ignored from %s', async (_, data, origin) => {
    const { entered, receive } = await open({ view: signedOut, address: '/auth/sign-in' })
    await receive(data, origin)
    expect(entered).toEqual([])
  })

  it('is ignored from a window that does not embed the page, also of a known origin', async () => {
    const { entered, receive } = await open({ view: signedOut, address: '/auth/sign-in' })
    await receive({ type: 'chat.session', ...session }, host, {})
    expect(entered).toEqual([])
  })

  it('comes from the window itself in a native shell, and from nowhere else', async () => {
    const { entered, receive, window } = await open({
      isNative: true,
      view: signedOut,
      address: '/auth/sign-in',
    })
    await receive({ type: 'chat.session', ...session }, host, window)
    await receive({ type: 'chat.session', ...session }, own, {})
    expect(entered).toEqual([])
    await receive({ type: 'chat.session', ...session }, own, window)
    expect(entered).toHaveLength(1)
  })

  it('is not used again for the account that is signed in, unless that account has failed', async () => {
    const signedIn = { status: 'signed-in', chosen: userId(7) } as const
    const steady = await open({ view: signedIn })
    await steady.receive({ type: 'chat.session', ...session })
    expect(steady.entered).toEqual([])
    const failed = await open({ view: { ...signedIn, alertKey: 'errors.log-out' } })
    await failed.receive({ type: 'chat.session', ...session })
    expect(failed.entered).toHaveLength(1)
  })

  it.each([
    [true, [{ type: 'chat.session', ...session }], []],
    [false, [], [[host, { type: 'chat.session-rejected', userId: 7 }]]],
  ])(
    'replaces another account only after a question answered with %s (DEC-38)',
    async (mayReplace, entries, rejections) => {
      const view = { status: 'signed-in', chosen: userId(1) } as const
      const { entered, posted, receive } = await open({ view, mayReplace })
      await receive({ type: 'chat.session', ...session })
      expect(entered).toEqual(entries)
      expect(posted.filter((message) => JSON.stringify(message).includes('rejected'))).toEqual(rejections)
    },
  )

  it('waits for the one before, whose account it replaces only after a question (DEC-38)', async () => {
    const { entered, receive } = await open({ view: signedOut, address: '/auth/sign-in', mayReplace: false })
    const both = [receive({ type: 'chat.session', ...session })]
    both.push(receive({ type: 'chat.session', userId: 8, token: 'token-8' }))
    await Promise.all(both)
    expect(entered.map((handed) => handed.userId)).toEqual([7])
  })

  it('that the server rejects is reported to the host', async () => {
    const { posted, receive } = await open({ view: signedOut, address: '/auth/sign-in', isRejected: true })
    await receive({ type: 'chat.session', ...session })
    expect(posted.at(-1)).toEqual([host, { type: 'chat.session-rejected', userId: 7 }])
  })
})

describe('the host', () => {
  it('opens pages of this site and no others', async () => {
    const { receive, history } = await open()
    await receive({ type: 'chat.open', path: '/contact' })
    expect(history.location.href).toBe('/contact')
    for (const path of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
      await receive({ type: 'chat.open', path })
    expect(history.location.href).toBe('/contact')
  })

  it('goes back by its back key, and learns when there is nothing to go back to', async () => {
    const { posted, receive, history } = await open()
    await receive({ type: 'chat.open', path: '/my' })
    await receive({ type: 'chat.back' })
    expect(history.location.href).toBe('/messages')
    await receive({ type: 'chat.back' })
    expect(posted.at(-1)).toEqual([host, { type: 'chat.back-unhandled' }])
  })
})
