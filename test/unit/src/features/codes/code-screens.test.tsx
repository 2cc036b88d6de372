import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import type { CodeOperations } from '#client/codes.ts'
import { done } from '#domain/http/rejection.ts'
import { conversationId } from '#schemas/ids.ts'
import { codeSide, drawModules } from '#src/features/codes/drawn-code.tsx'
import { InvitationScreen, JoinByCodeScreen } from '#src/features/codes/opened-code-screens.tsx'
import { OwnCodeScreen } from '#src/features/codes/own-code-screens.tsx'
import { ScanScreen } from '#src/features/codes/scan-screen.tsx'
import { AddFriendScreen } from '#src/features/contacts/add-friend-screen.tsx'
import { GroupLinkScreen } from '#src/features/groups/group-link-screens.tsx'
import type { FrameMode } from '#src/ui/frame-mode.ts'
import { fixtureCodes } from '#test/gallery/fixtures/codes.ts'
import { unchangingLookup } from '#test/gallery/fixtures/lookups.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

const usual = fixtureCodes('usual', done)
const walks = {
  id: conversationId('group', 9_000),
  description: { name: 'Sunday walks', avatarUrl: '', isChannel: false, memberCount: 42, announcement: '' },
  ...{ isPublic: true, memberLimit: 500 },
}

const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

const render = (
  screen: React.ReactNode,
  address: string,
  { codes = usual, frame = 'compact' }: { readonly codes?: CodeOperations; readonly frame?: FrameMode } = {},
) =>
  renderToMarkup(screen, frame, {
    account: { loadCodes: Object.assign(async () => codes, { loaded: codes }) },
    route: {
      path: address.replace(/\?.*/, '').replace(/groups\/\d+/, 'groups/$groupId'),
      address,
    },
  })

describe('a drawn code', () => {
  it('is 256 px wide, of error level M, and readable [QR-21]', () => {
    // 74 bytes need version 4 at level L, 5 at M, 7 at Q. A version has 17 modules and 4 more for each step.
    const text = `https://chat.example/contact/friend-request?code=${'k3x7q2mfh5tbw6ycp4rznade'}x`
    expect(text).toHaveLength(74)
    const { size, path } = drawModules(text)
    expect(codeSide).toBe(256)
    expect(size).toBe(17 + 4 * 5 + 2 * 2)
    expect(textOf(size, path)).toBe(text)
  })
})

/** Paints the modules at 4 px each and reads the code from the picture. */
function textOf(size: number, path: string): string {
  const side = size * 4
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row += 1)
      for (let column = Number(x) * 4; column < Number(x) * 4 + 4; column += 1)
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
  return decodeQR({ width: side, height: side, data })
}

describe('the page of the own code', () => {
  it('shows the code, its address in print, and offers to share, save and renew it', async () => {
    const markup = await render(<OwnCodeScreen />, '/my/qrcode')
    expect(markup).toMatch(/<svg[^>]*role="img"[^>]*aria-label="QR code of [^"]+"[^>]*width="256"/)
    for (const part of ['contact/friend-request?code=', 'Share code', 'Save as picture', 'New code'])
      expect(wordsOf(markup)).toContain(part)
  })

  it('offers to share the code, and to scan one, but not on desktops [ME-08]', async () => {
    const compact = wordsOf(await render(<OwnCodeScreen />, '/my/qrcode'))
    const full = wordsOf(await render(<OwnCodeScreen />, '/my/qrcode', { frame: 'full' }))
    expect([compact, full].map((words) => words.includes('Share code'))).toEqual([true, true])
    expect([compact, full].map((words) => words.includes('Scan a code'))).toEqual([true, false])
  })
})

describe('the code of a group', () => {
  it('can be shared and saved as a picture by every member, and renewed by managers [QR-20]', async () => {
    const words = wordsOf(await render(<GroupLinkScreen />, '/messages/groups/2/qrcode'))
    for (const part of ['contact/join-group?code=', 'Share code', 'Save as picture'])
      expect(words).toContain(part)
    expect(words).not.toContain('New code')
  })
})

describe('the scan page', () => {
  it('has a button for the own code and picks a picture to scan [QR-02 QR-03]', async () => {
    const markup = await render(<ScanScreen />, '/contact/scan')
    expect(wordsOf(markup)).toContain('My QR code')
    expect(wordsOf(markup)).toContain('Choose a picture')
    expect(markup).toMatch(/<input[^>]*type="file"[^>]*accept="image\/\*"/)
  })

  it('has its icon on the page to add friends, but not on desktops [FRIEND-08]', async () => {
    const compact = await render(<AddFriendScreen />, '/contact/add')
    const full = await render(<AddFriendScreen />, '/contact/add', { frame: 'full' })
    expect(compact).toContain('aria-label="Scan a code"')
    expect(full).not.toContain('aria-label="Scan a code"')
  })
})

describe('the page that joins a group by its code', () => {
  const codesWith = (joinable: CodeOperations['joinable']): CodeOperations => ({ ...usual, joinable })

  it('reads the code and shows the image, the name and a button that joins [QR-12 QR-13]', async () => {
    const asked: string[] = []
    const codes = codesWith((code) => {
      asked.push(code)
      return unchangingLookup({ status: 'ready', value: walks })
    })
    const words = wordsOf(await render(<JoinByCodeScreen />, '/contact/join-group?code=abc', { codes }))
    for (const part of ['SW', 'Sunday walks', '42 members', 'Join group']) expect(words).toContain(part)
    expect(new Set(asked)).toEqual(new Set(['abc']))
  })

  it('shows nothing to join without a code, after a failure, and to members [QR-14 QR-15]', async () => {
    const failed = { status: 'failed', rejection: { key: 'errors.network' } } as const
    const member = { ...walks, id: conversationId('group', 2) }
    for (const [address, state] of [
      ['/contact/join-group', { status: 'ready', value: walks }],
      ['/contact/join-group?code=abc', failed],
      ['/contact/join-group?code=abc', { status: 'ready', value: undefined }],
      ['/contact/join-group?code=abc', { status: 'ready', value: member }],
    ] as const) {
      const codes = codesWith(() => unchangingLookup<typeof walks | undefined>(state))
      const words = wordsOf(await render(<JoinByCodeScreen />, address, { codes }))
      expect(words).not.toContain('Sunday walks')
    }
  })
})

describe('the page of an invitation', () => {
  it('reads the code and shows who invites, with Accept [QR-16 QR-17]', async () => {
    const words = wordsOf(await render(<InvitationScreen />, '/contact/invitation?code=abc'))
    expect(words).toContain('Marta Kowalska')
    expect(words).toContain('Accept')
  })

  it('says that a code is not valid, with a confirmation [QR-18]', async () => {
    for (const query of ['?code=gone', '']) {
      const words = wordsOf(await render(<InvitationScreen />, `/contact/invitation${query}`))
      expect(words).toContain('This invitation is not valid.')
      expect(words).toContain('OK')
      expect(words).not.toContain('Accept')
    }
  })
})
