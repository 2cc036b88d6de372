import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, client, idOf, listed, logged, me, peer } from '../log-events.ts'

const path = `/files/messages/${'a'.repeat(40)}.png`
const content = `/files/messages/${'b'.repeat(40)}.mp4`
const quote = { serverId: idOf(1), senderId: peer, senderName: 'Peer', type: 'txt', text: 'a' } as const
type Content = Omit<Extract<Command, { type: 'SendContent' }>, 'type' | 'conversationId'>

function send(what: Content, events: readonly NewEvent[] = [listed()]) {
  const conversations = logged(events).reduce(evolveConversations, initialConversations(me))
  const state = { conversations, applications: initialApplications() }
  const given = { now: 900_000, clientId: client('fresh') }
  return decide({ type: 'SendContent', conversationId: chat, ...what }, state, given)
}

describe('sending from a collection', () => {
  it('carries content, quote, content type and client id; a file has its thumbnail in front [MSG-57 MSG-11]', () => {
    expect(send({ contentType: 'video', content, smallAddress: path, quote })).toMatchObject({
      isOk: true,
      value: [
        {
          type: 'MessageSubmitted',
          data: { clientId: client('fresh'), type: 'video', body: `${path}|${content}`, quote },
        },
      ],
    })
  })

  it.each([
    ['a text', 'txt', ' hello ', 'hello'],
    ['a card', 'card', '{"UserID":9,"NickName":"Cho"}', '{"UserID":9,"NickName":"Cho"}'],
    ['a file', 'file', `${content}|Plan.pdf`, `${content}|Plan.pdf`],
  ] as const)('sends %s unchanged [MSG-57]', (_, contentType, from, body) => {
    expect(send({ contentType, content: from })).toMatchObject({
      value: [{ data: { type: contentType, body } }],
    })
  })

  it.each([
    ['a damaged card', 'card', '{}', 'contact.error.damaged'],
    ['a file elsewhere', 'file', 'https://elsewhere.example/a|b', 'errors.invalid-file'],
    ['nothing', 'txt', ' ', 'errors.string.length'],
    ['a notice', 'notice', 'I am the server', 'errors.error'],
  ] as const)('rejects %s', (_, contentType, from, key) => {
    expect(send({ contentType, content: from })).toMatchObject({ isOk: false, rejection: { key } })
  })

  it('rejects an unknown conversation', () => {
    const rejection = { key: 'conversation.session-not-available' }
    expect(send({ contentType: 'txt', content: 'a' }, [])).toMatchObject({ rejection })
  })
})

describe('a text to a group', () => {
  it('is stored with its mentions [MSG-06]', () => {
    const conversations = logged([listed()]).reduce(evolveConversations, initialConversations(me))
    const state = { conversations, applications: initialApplications() }
    const mentions = [userId(8), 0]
    const command: Command = { type: 'SendText', conversationId: chat, text: '@P @All', mentions }
    const decision = decide(command, state, { now: 1, clientId: client('fresh') })
    expect(decision).toMatchObject({ value: [{ data: { mentions: [8, 0] } }] })
  })
})
