import { describe, expect, it } from 'vitest'
import { messagePreview, rowPreview, singleLine } from '#domain/formats/preview.ts'
import { badgeText, rowBadge, unreadTotal } from '#domain/formats/row-badge.ts'
import { serverId, userId } from '#schemas/ids.ts'

describe('the badge of a row', () => {
  const quiet = { unreadCount: 0, isMuted: false, isNew: false }
  it.each([
    ['nothing when all is read', quiet, { kind: 'none' }],
    ['the count [SESS-10]', { ...quiet, unreadCount: 7 }, { kind: 'count', text: '7' }],
    ['99 in full [SESS-10]', { ...quiet, unreadCount: 99 }, { kind: 'count', text: '99' }],
    ['99+ above it [SESS-10]', { ...quiet, unreadCount: 100 }, { kind: 'count', text: '99+' }],
    ['no number when muted [SESS-11]', { ...quiet, unreadCount: 7, isMuted: true }, { kind: 'dot' }],
    ['1 for a new one without unread [SESS-13]', { ...quiet, isNew: true }, { kind: 'count', text: '1' }],
    [
      'the count for a new one with unread',
      { ...quiet, isNew: true, unreadCount: 3 },
      { kind: 'count', text: '3' },
    ],
    ['a dot for a new muted one [SESS-11]', { ...quiet, isNew: true, isMuted: true }, { kind: 'dot' }],
  ])('is %s', (_, row, badge) => {
    expect(rowBadge(row)).toEqual(badge)
  })

  it.each([
    [0, ''],
    [-1, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [128_000, '99+'],
  ])('shows a count of %d as "%s" everywhere [LAYOUT-05]', (count, shown) => {
    expect(badgeText(count)).toBe(shown)
  })

  it('adds up the unread messages of all conversations, muted ones too', () => {
    expect(unreadTotal([])).toBe(0)
    expect(unreadTotal([{ unreadCount: 2 }, { unreadCount: 0 }, { unreadCount: 5 }])).toBe(7)
  })
})

describe('the preview of a row', () => {
  const lastMessage = {
    serverId: serverId(5),
    clientId: undefined,
    senderId: userId(1),
    isOwn: false,
    type: 'txt' as const,
    body: 'See you\n at   eight',
    sentAt: 0,
    state: 'sent' as const,
  }
  const row = { unsentCount: 0, draft: '', lastMessage }

  it('is the newest message in one line', () => {
    expect(rowPreview(row)).toEqual({ kind: 'text', text: 'See you at eight' })
  })
  it('prefers a draft, and unsent messages to both', () => {
    const withDraft = { ...row, draft: ' half a\nthought ' }
    expect(rowPreview(withDraft)).toEqual({ kind: 'draft', text: 'half a thought' })
    expect(rowPreview({ ...withDraft, unsentCount: 2 })).toEqual({ kind: 'unsent', count: 2 })
  })
  it('ignores a draft of white space', () => {
    expect(rowPreview({ ...row, draft: ' \n ' })).toEqual({ kind: 'text', text: 'See you at eight' })
  })
  it('names the kind of a message without text', () => {
    expect(messagePreview({ type: 'pic', body: 'https://files/a.png' })).toEqual({
      kind: 'label',
      type: 'pic',
    })
  })
  it.each([
    ['file', `/files/messages/${'a'.repeat(40)}.pdf|Plan.pdf`, 'Plan.pdf'],
    ['card', '{"UserID":9,"NickName":"Cho"}', 'Cho'],
    ['invite', '{"GroupID":4,"GroupName":"Walks"}', 'Walks'],
  ] as const)('describes a %s [MSG-08 MSG-12 MSG-13]', (type, body, name) => {
    expect(messagePreview({ type, body })).toEqual({ kind: 'label', type, name })
    expect(messagePreview({ type, body: '{' })).toEqual({ kind: 'label', type })
  })
  it('shows no content of an erased message', () => {
    expect(messagePreview({ type: 'txt', body: null })).toEqual({ kind: 'erased' })
  })
  it('is empty before the first message', () => {
    expect(rowPreview({ ...row, lastMessage: undefined })).toEqual({ kind: 'empty' })
  })
  it('cuts long text between characters', () => {
    const cut = singleLine('😀'.repeat(20_000))
    expect([...cut]).toHaveLength(161)
    expect(cut).not.toMatch(/\p{Surrogate}/u)
    expect(cut.endsWith('…')).toBe(true)
  })
})

describe('a notice', () => {
  it.each(['{"Kind":"vanish","Seconds":30}', '{"Kind":"renamed","Text":"x"}', 'words of another server'])(
    '%s is previewed by its kind, and never as a text',
    (body) => {
      expect(messagePreview({ type: 'notice', body })).toEqual({ kind: 'label', type: 'notice' })
    },
  )

  it('is the text that a person wrote if it has one', () => {
    const body = '{"Kind":"vanish","Seconds":30}'
    expect(messagePreview({ type: 'txt', body })).toEqual({ kind: 'text', text: body })
  })
})
