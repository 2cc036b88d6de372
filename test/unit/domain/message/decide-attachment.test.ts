import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, client, idOf, listed, logged, me, peer } from '../log-events.ts'

const attachment = { fileKey: 'key', name: 'a', contentType: 'x/y', size: 3 }
const quote = { serverId: idOf(1), senderId: peer, senderName: 'Peer', type: 'txt', text: 'a' } as const
type Sent = Partial<Omit<Extract<Command, { type: 'SendAttachment' }>, 'type' | 'conversationId'>>

function send(what: Sent, events: readonly NewEvent[] = [listed()]) {
  const conversations = logged(events).reduce(evolveConversations, initialConversations(me))
  const state = { conversations, applications: initialApplications() }
  const given = { now: 900_000, clientId: client('fresh') }
  const command = {
    type: 'SendAttachment',
    conversationId: chat,
    kind: 'image',
    attachment,
    ...what,
  } as const
  return decide(command, state, given)
}

describe('sending an attachment', () => {
  it.each([
    ['image', 'pic'],
    ['video', 'video'],
    ['audio', 'audio'],
    ['file', 'file'],
  ] as const)(
    'of kind %s without a text stores a pending message of type %s with its file and quote [LIFE-01 LIFE-02 MSG-32 MSG-34]',
    (kind, type) => {
      expect(send({ kind, quote })).toMatchObject({
        isOk: true,
        value: [
          {
            type: 'MessageSubmitted',
            stream: chat,
            data: { clientId: client('fresh'), type, body: '', submittedAt: 900_000, attachment, quote },
          },
        ],
      })
    },
  )

  it('rejects an empty file, and an unknown conversation [MEDIA-28]', () => {
    expect(send({ attachment: { ...attachment, size: 0 } })).toMatchObject({
      isOk: false,
      rejection: { key: 'errors.invalid-file' },
    })
    expect(send({}, [])).toMatchObject({
      isOk: false,
      rejection: { key: 'conversation.session-not-available' },
    })
  })
})
