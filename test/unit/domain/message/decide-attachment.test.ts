import { describe, expect, it } from 'vitest'
import type { AttachmentPart, Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { chat, client, idOf, inChat, listed, logged, me, peer } from '../log-events.ts'

const attachment = { fileKey: 'key', name: 'a', contentType: 'x/y', size: 3 }
const quote = { serverId: idOf(1), senderId: peer, senderName: 'Peer', type: 'txt', text: 'a' } as const
type Sent = Partial<Omit<Extract<Command, { type: 'SendAttachment' }>, 'type' | 'conversationId'>>

function decideIn(events: readonly NewEvent[], command: Command) {
  const conversations = logged(events).reduce(evolveConversations, initialConversations(me))
  const state = { conversations, applications: initialApplications() }
  const given = { now: 900_000, clientId: client('fresh') }
  return decide(command, state, given)
}

const send = (what: Sent, events: readonly NewEvent[] = [listed()]) =>
  decideIn(events, { type: 'SendAttachment', conversationId: chat, kind: 'image', attachment, ...what })

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

describe('sending several parts', () => {
  const noDraft = { text: '', mentions: [] }
  const oneSend = 'abcdefghijklmnopqrst'
  type Parts = Partial<Omit<Extract<Command, { type: 'SendParts' }>, 'type' | 'conversationId'>>
  const partOf = (name: string): AttachmentPart => ({
    ...{ kind: 'image', attachment: { ...attachment, fileKey: name } },
  })
  const sendParts = (what: Parts, events: readonly NewEvent[] = [listed()]) =>
    decideIn(events, {
      ...{ type: 'SendParts', conversationId: chat, send: oneSend },
      ...{ attachments: [partOf('a'), partOf('b')], text: 'caption', rest: noDraft, ...what },
    })

  it('stores the attachments in their order, then the text with the quote and the mentions, and saves the rest as draft (DEC-108)', () => {
    const rest = { text: 'next', mentions: [] }
    const draft = inChat('DraftSaved', { text: 'caption', savedAt: 1, quote })
    const outcome = sendParts({ quote, mentions: [2], rest }, [listed(), draft])
    if (!outcome.isOk) throw new Error(outcome.rejection.key)
    const part = (index: number) => ({ part: { send: oneSend, index } })
    expect(outcome.value).toMatchObject([
      { data: { clientId: 'abcdefghijklmnopqr00', type: 'pic', submittedAt: 900_000, ...part(0) } },
      { data: { clientId: 'abcdefghijklmnopqr01', type: 'pic', submittedAt: 900_001, ...part(1) } },
      {
        data: {
          clientId: 'abcdefghijklmnopqr02',
          body: 'caption',
          submittedAt: 900_002,
          quote,
          mentions: [2],
          ...part(2),
        },
      },
      { type: 'DraftSaved', data: { text: 'next' } },
    ])
    expect(outcome.value[0]?.data).not.toHaveProperty('quote')
    expect(outcome.value[3]?.data).not.toHaveProperty('quote')
  })

  it('gives the quote to the first attachment if there is no text', () => {
    expect(sendParts({ text: '', quote })).toMatchObject({
      value: [{ data: { attachment: { fileKey: 'a' }, quote } }, { data: { attachment: { fileKey: 'b' } } }],
    })
  })

  it('stores no part if one is rejected [MEDIA-28]', () => {
    const empty = { ...partOf('b'), attachment: { ...attachment, size: 0 } }
    expect(sendParts({ attachments: [partOf('a'), empty] })).toMatchObject({
      rejection: { key: 'errors.invalid-file' },
    })
    expect(sendParts({ text: '  ' })).toMatchObject({ isOk: false })
    expect(sendParts({}, [])).toMatchObject({ rejection: { key: 'conversation.session-not-available' } })
  })
})
