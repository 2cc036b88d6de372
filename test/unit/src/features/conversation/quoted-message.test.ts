import { describe, expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { conversationId, serverId, userId } from '#schemas/ids.ts'
import { cardTarget, hasQuoteText } from '#src/features/conversation/message/message-bubble.tsx'
import { canShowInPlace, findQuoted } from '#src/features/conversation/quoted/quoted-message-screen.tsx'

const quote = (number: number, text: string) => ({
  ...{ serverId: serverId(number), senderId: userId(3), senderName: 'Cleo', type: 'txt' as const, text },
})
const message = (number: number, quoted?: ReturnType<typeof quote>): TimelineMessage => ({
  ...{ key: `s${number}`, clientId: undefined, serverId: serverId(number), sequence: number },
  ...{ senderId: userId(2), senderName: 'Ben', senderAvatarUrl: '', isOwn: false, type: 'txt', body: 'b' },
  ...{ sentAt: 0, state: 'sent', canRetry: false, quote: quoted },
})

describe('the screen of a quoted message', () => {
  const messages = [
    message(7),
    message(8, quote(7, 'said')),
    message(9, quote(2, 'earlier')),
    message(10, quote(3, '')),
  ]

  it('shows the message itself if it is loaded [VIEW-26]', () => {
    expect(findQuoted(messages, serverId(7))).toEqual({ kind: 'message', message: messages[0] })
  })

  it('shows the content of a quote if the message is not loaded [VIEW-26]', () => {
    expect(findQuoted(messages, serverId(2))).toEqual({ kind: 'quote', quote: quote(2, 'earlier') })
  })

  it.each([3, 99])('shows nothing for message %i, which is deleted or unknown', (number) => {
    expect(findQuoted(messages, serverId(number))).toBeUndefined()
  })
})

describe('the link from a quote to its message in the conversation [VIEW-26 ROUTE-26]', () => {
  const messages = [message(7), message(9)]

  it.each([
    ['is there for a loaded message', 7, false, true],
    ['is there for one that may be among older ones', 5, true, true],
    ['is not there when nothing older is left', 5, false, false],
    ['is not there for one that is gone from between', 8, true, false],
  ])('%s', (_, number, hasOlder, expected) => {
    expect(canShowInPlace({ messages, hasOlder, hasNewer: false }, serverId(number))).toBe(expected)
  })
})

describe('a quote in a bubble', () => {
  it('is omitted when its message was deleted or has disappeared', () => {
    expect([quote(1, 'a'), quote(1, ''), undefined].map(hasQuoteText)).toEqual([true, false, false])
  })
})

describe('a contact card', () => {
  const card = { userId: userId(4), nickname: 'Noah', avatarUrl: '', chatId: 'noah' }

  it('links to the page of a known person [MSG-12]', () => {
    const target = cardTarget(card, true, conversationId('group', 5))
    const params = { groupId: '5', userId: '4' }
    const search = { source: 'contact' }
    expect(target).toEqual({ to: '/messages/groups/$groupId/users/$userId', params, search })
    expect(cardTarget(card, true, undefined)).toEqual({
      to: '/users/$userId',
      params: { userId: '4' },
      search,
    })
  })

  it.each([
    ['a group', conversationId('group', 5), '/messages/groups/$groupId', { groupId: '5' }],
    [
      'a one-to-one conversation',
      conversationId('direct', 6),
      '/messages/sessions/$sessionId',
      { sessionId: '6' },
    ],
  ])(
    'leads to the request for a stranger, with %s as its source [MSG-12 FRIEND-12]',
    (_, open, path, told) => {
      expect(cardTarget(card, false, open)).toEqual({
        to: `${path}/friend-request`,
        params: told,
        search: { id: '4', key: 'noah', source: 'contact', ...told },
      })
    },
  )

  it('links to the standalone friend request if no conversation is open', () => {
    const search = { id: '4', key: 'noah', source: 'contact' }
    expect(cardTarget(card, false, undefined)).toEqual({ to: '/contact/friend-request', search })
  })

  it('requests by number if it contains no chat id', () => {
    const { search } = cardTarget({ ...card, chatId: '' }, false, undefined)
    expect(search).toEqual({ id: '4', source: 'contact' })
  })
})
