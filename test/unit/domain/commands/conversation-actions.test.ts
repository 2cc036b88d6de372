import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { recentLimit } from '#domain/conversation/recent-messages.ts'
import { conversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  chat,
  client,
  deleted,
  eventIn,
  idOf,
  inChat,
  listed,
  logged,
  me,
  message,
  range,
  received,
  submitted,
} from '../log-events.ts'

const given = { now: 900_000, clientId: client('fresh') }
const of = (type: Exclude<Command['type'], 'SendText'>, more: object = {}): Command =>
  // Type and fields belong to one command, which the compiler cannot infer from the table.
  ({ type, conversationId: chat, ...more }) as Command

function when(events: readonly NewEvent[], command: Command) {
  const conversations = initialConversations(me)
  for (const event of logged(events)) evolveConversations(conversations, event)
  return decide(command, { conversations, applications: initialApplications() }, given)
}
function decidedBy(events: readonly NewEvent[], command: Command) {
  const decision = when(events, command)
  if (!decision.isOk) throw new Error(`rejected: ${decision.rejection.key}`)
  return decision.value.map(({ type, data }) => [type, data])
}

const messages = [listed(), received(1), received(2)]
const read = ['ConversationRead', { upTo: idOf(2), at: 900_000, isWhole: true }]
const cleared = ['ConversationCleared', { through: idOf(2), sequence: 2, activeAt: 500_002 }]
const hidden = ['ConversationHidden', { through: idOf(2) }]
const marked = inChat('ConversationMarked', { isUnread: true, through: idOf(2) })
const seen = inChat('ConversationRead', { upTo: idOf(2), at: 1 })
const failed = inChat('MessageFailed', { clientId: client('own'), attempt: 1, code: 5, reason: '' })
const stale = inChat('MessageBecameStale', { clientId: client('own'), attempt: 1 })

/** The newest message is known from the list alone: neither fetched nor counted. */
const previewed = [listed(), inChat('MessagePreviewed', { message: message(2) }, 'http')]

describe('commands about a conversation', () => {
  it.each([
    {
      title: 'marking it read reads all of it [SESS-39 SESS-41]',
      events: messages,
      command: of('MarkConversationRead'),
      decided: [read],
    },
    {
      title: 'clearing one that is known from its row only clears what the row shows [SESS-62 LIFE-19]',
      events: previewed,
      command: of('ClearConversation'),
      decided: [['ConversationCleared', { through: idOf(2), sequence: 0, activeAt: 500_002 }]],
    },
    {
      title: 'hiding one that is known from its row only lasts until a newer message arrives [SESS-38]',
      events: previewed,
      command: of('HideConversation'),
      decided: [hidden],
    },
    {
      title: 'marking a new one read opens it [SESS-40]',
      events: [listed({ isNew: true })],
      command: of('MarkConversationRead'),
      decided: [['ConversationOpened', {}]],
    },
    {
      title: 'marking it read removes the mark as unread [SESS-43]',
      events: [...messages, seen, marked],
      command: of('MarkConversationRead'),
      decided: [['ConversationMarked', { isUnread: false }]],
    },
    {
      title: 'opening it removes the mark as unread [SESS-43]',
      events: [...messages, seen, marked],
      command: of('OpenConversation'),
      decided: [['ConversationMarked', { isUnread: false }]],
    },
    {
      title: '"read all" takes off marks set by hand [SESS-44]',
      events: [...messages, seen, marked],
      command: of('MarkAllConversationsRead'),
      decided: [['ConversationMarked', { isUnread: false }]],
    },
    {
      title: 'marking it unread marks it [SESS-43]',
      events: [...messages, seen],
      command: of('MarkConversationUnread'),
      decided: [['ConversationMarked', { isUnread: true, through: idOf(2) }]],
    },
    {
      title: 'marking it unread says nothing about one that is',
      events: messages,
      command: of('MarkConversationUnread'),
      decided: [],
    },
    {
      title: 'hiding it takes it off the list, and reads nothing [SESS-37]',
      events: messages,
      command: of('HideConversation'),
      decided: [hidden],
    },
    {
      title: 'showing one that is not hidden says nothing',
      events: messages,
      command: of('ShowConversation'),
      decided: [],
    },
    {
      title: 'clearing it clears up to the highest id and discards failed messages [LIFE-19]',
      events: [...messages, submitted(client('own')), failed],
      command: of('ClearConversation'),
      decided: [['MessageDiscarded', { clientId: client('own') }], cleared],
    },
    {
      title: 'clearing it keeps pending and stale messages',
      events: [...messages, submitted(client('own')), stale, submitted(client('waiting'))],
      command: of('ClearConversation'),
      decided: [cleared],
    },
    {
      title: 'clearing it keeps the place that the newest message left gave it, and reaches what was deleted',
      events: [...messages, deleted(2)],
      command: of('ClearConversation'),
      decided: [['ConversationCleared', { through: idOf(2), sequence: 2, activeAt: 500_001 }]],
    },
    {
      title:
        'clearing it keeps the place of the oldest message it remembers when only tombstones are remembered',
      events: [
        listed(),
        ...range(1, recentLimit + 1).map((at) => received(at)),
        deleted(...range(2, recentLimit + 1)),
      ],
      command: of('ClearConversation'),
      decided: [
        [
          'ConversationCleared',
          { through: idOf(recentLimit + 1), sequence: recentLimit + 1, activeAt: 500_002 },
        ],
      ],
    },
    {
      title: 'clearing reaches as far as the server is known to have messages [LIFE-19]',
      events: [listed(), inChat('UnreadCounted', { readUpTo: idOf(9), through: idOf(9), count: 0 })],
      command: of('ClearConversation'),
      decided: [['ConversationCleared', { through: idOf(9), sequence: 0, activeAt: 0 }]],
    },
    {
      title: 'deleting it clears, hides and unpins [SESS-47]',
      events: [...messages, listed({ isPinned: true })],
      command: of('DeleteConversation'),
      decided: [
        cleared,
        hidden,
        ['SettingRequested', { setting: 'pinned', isOn: false, requestId: given.clientId }],
      ],
    },
    {
      title: 'deleting it keeps pending and stale messages',
      events: [...messages, submitted(client('own')), stale, submitted(client('waiting'))],
      command: of('DeleteConversation'),
      decided: [cleared, hidden],
    },
    {
      title: 'deleting it discards failed messages, stale before or not',
      events: [...messages, submitted(client('own')), stale, failed],
      command: of('DeleteConversation'),
      decided: [['MessageDiscarded', { clientId: client('own') }], cleared, hidden],
    },
    {
      title: 'deleting one that is not pinned asks for nothing [SESS-47]',
      events: [...messages, seen],
      command: of('DeleteConversation'),
      decided: [cleared, hidden],
    },
    {
      title: 'pinning asks for it [SESS-45]',
      events: [listed()],
      command: of('SetOwnSetting', { setting: 'pinned', isOn: true }),
      decided: [['SettingRequested', { setting: 'pinned', isOn: true, requestId: given.clientId }]],
    },
    {
      title: 'muting one that is muted says nothing [SESS-46]',
      events: [listed({ isMuted: true })],
      command: of('SetOwnSetting', { setting: 'muted', isOn: true }),
      decided: [],
    },
  ])('$title', ({ events, command, decided }) => {
    expect(decidedBy(events, command)).toEqual(decided)
  })

  const attachment = { fileKey: 'key', name: 'a', contentType: 'x/y', size: 3 }
  const file = { kind: 'file', attachment } as const
  const parts = { attachments: [file], rest: { text: '', mentions: [] }, send: 'abcdefghijklmnopqrst' }
  it.each<[string, Command]>([
    ['a text', { type: 'SendText', conversationId: chat, text: 'words' }],
    ['a file', of('SendAttachment', file)],
    ['files', of('SendParts', { ...parts, text: '' })],
    ['files with a text', of('SendParts', { ...parts, text: 'words' })],
    ['a contact', of('SendContent', { content: 'https://a.b', contentType: 'txt' })],
  ])('sending %s there removes the mark as unread [SESS-43]', (_, command) => {
    const unmarking = ['ConversationMarked', { isUnread: false }]
    expect(decidedBy([...messages, seen, marked], command)).toContainEqual(unmarking)
    expect(decidedBy([...messages, seen], command)).not.toContainEqual(unmarking)
  })

  it.each(['HideConversation', 'DeleteConversation', 'MarkConversationUnread'] as const)(
    '%s of an unknown conversation is rejected',
    (type) => {
      const rejection = { key: 'conversation.session-not-available' }
      expect(when([], of(type))).toEqual({ isOk: false, rejection })
    },
  )

  it('clearing all of them clears each, keeps unsent messages, and repeats no event [SET-10]', () => {
    const other = conversationId('group', 9)
    const own = [submitted(client('own')), failed, submitted(client('waiting'))]
    const events = [...messages, ...own, marked, eventIn(other, 'MessageReceived', { message: message(4) })]
    expect(decidedBy(events, { type: 'ClearAllConversations' })).toEqual([
      ['ConversationMarked', { isUnread: false }],
      cleared,
      ['ConversationCleared', { through: idOf(4), sequence: 4, activeAt: 500_004 }],
    ])
    const once = when(events, { type: 'ClearAllConversations' })
    expect(once.isOk && decidedBy([...events, ...once.value], { type: 'ClearAllConversations' })).toEqual([])
  })

  it('clearing an unknown conversation raises BAD_SESSION_ID [SESS-62]', () => {
    const rejection = { key: 'errors.BAD_SESSION_ID', name: 'BAD_SESSION_ID' }
    expect(when([], of('ClearConversation'))).toEqual({ isOk: false, rejection })
  })
})
