import { describe, expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import {
  type EntryFacts,
  type MessageAction,
  offeredActions,
} from '#src/features/conversation/message/message-entries.tsx'

const sentAt = 1_000_000
const theirs: TimelineMessage = {
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1 },
  ...{ senderId: userId(2), senderName: 'Ben', senderAvatarUrl: '', isOwn: false },
  ...{ type: 'txt', body: 'hello', sentAt, state: 'read', canRetry: false, quote: undefined },
}
const own: TimelineMessage = { ...theirs, isOwn: true, state: 'sent' }
const others = ['copy', 'quote', 'forward', 'select', 'save', 'details', 'report'] as const
const picture = `/files/messages/${'a'.repeat(40)}.png`
const offered = (message: TimelineMessage, facts: Partial<EntryFacts> = {}): readonly MessageAction[] =>
  offeredActions({
    message,
    isGroup: false,
    canWrite: true,
    hasReactions: false,
    hasEditing: false,
    canPin: false,
    now: sentAt,
    ...facts,
  })

describe('the menu of a message', () => {
  it.each<[string, readonly MessageAction[], readonly MessageAction[]]>([
    [
      'an own one',
      offered(own),
      ['copy', 'quote', 'forward', 'select', 'save', 'details', 'recall', 'delete'],
    ],
    ['somebody else’s [VIEW-40 VIEW-42]', offered(theirs), [...others, 'delete']],
    [
      'somebody else’s in a group [VIEW-41]',
      offered(theirs, { isGroup: true }),
      ['copy', 'quote', 'mention', 'forward', 'select', 'save', 'details', 'report', 'delete'],
    ],
    [
      'an own one in a group [VIEW-42]',
      offered(own, { isGroup: true }),
      ['copy', 'quote', 'forward', 'select', 'save', 'details', 'recall', 'delete'],
    ],
    [
      'an own one after half an hour [MSG-47]',
      offered(own, { now: sentAt + 1_800_001 }),
      ['copy', 'quote', 'forward', 'select', 'save', 'details', 'delete'],
    ],
    [
      'one where nothing can be written',
      offered(theirs, { isGroup: true, canWrite: false }),
      ['copy', 'forward', 'select', 'save', 'details', 'report', 'delete'],
    ],
    [
      'a picture',
      offered({ ...theirs, type: 'pic', body: picture }),
      ['quote', 'forward', 'select', 'save', 'download', 'add-sticker', 'details', 'report', 'delete'],
    ],
    [
      'a voice message',
      offered({ ...theirs, type: 'audio', body: `/files/messages/${'a'.repeat(40)}.mp3|3` }),
      ['quote', 'forward', 'select', 'save', 'download', 'details', 'report', 'delete'],
    ],
    [
      'a file',
      offered({ ...theirs, type: 'file', body: `/files/messages/${'a'.repeat(40)}.pdf|a.pdf` }),
      ['quote', 'forward', 'select', 'save', 'download', 'details', 'report', 'delete'],
    ],
    [
      'a sticker (DEC-163)',
      offered({ ...theirs, type: 'emo', body: '/stickers/dog.webp' }),
      ['quote', 'forward', 'select', 'add-sticker', 'details', 'report', 'delete'],
    ],
    [
      'a picture that cannot be shown',
      offered({ ...theirs, type: 'pic', body: 'https://evil.example/a.png' }),
      ['quote', 'forward', 'select', 'details', 'report', 'delete'],
    ],
    [
      'a picture that disappears (DEC-162)',
      offered({ ...theirs, type: 'pic', body: picture, timerSeconds: 30 }),
      ['quote', 'select', 'details', 'report', 'delete'],
    ],
    [
      'one that can be pinned',
      offered(theirs, { canPin: true }),
      ['copy', 'quote', 'pin', 'forward', 'select', 'save', 'details', 'report', 'delete'],
    ],
    [
      'a pinned one',
      offered({ ...theirs, isPinned: true }, { canPin: true }),
      ['copy', 'quote', 'unpin', 'forward', 'select', 'save', 'details', 'report', 'delete'],
    ],
    ['a notice', offered({ ...theirs, type: 'notice' }, { canPin: true }), []],
    [
      'one that was not sent',
      offered({ ...own, serverId: undefined, state: 'failed', canRetry: true }),
      ['retry', 'copy', 'discard'],
    ],
    ['one on its way', offered({ ...own, serverId: undefined, state: 'pending' }), ['copy']],
  ])('of %s (DEC-103)', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
