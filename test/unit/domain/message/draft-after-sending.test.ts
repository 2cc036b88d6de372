import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { decide } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { chat, client, idOf, inChat, listed, logged, me, peer } from '../log-events.ts'

const quoting = (id: number) =>
  ({ serverId: idOf(id), senderId: peer, senderName: 'Peer', type: 'txt', text: 'a' }) as const
const attachment = { fileKey: 'key', name: 'a', contentType: 'x/y', size: 3 }
const sendText = (more: Partial<Extract<Command, { type: 'SendText' }>> = {}): Command => ({
  ...{ type: 'SendText', conversationId: chat, text: 'the caption' },
  ...more,
})
const sendFile = (quote: ReturnType<typeof quoting> | undefined): Command => ({
  ...{ type: 'SendAttachment', conversationId: chat, kind: 'image', attachment },
  ...(quote ? { quote } : {}),
})

/**
 * Returns the draft after a command on a draft with a quote of message 1; undefined if the command does not change it.
 */
function draftAfter(command: Command): unknown {
  const drafted = inChat('DraftSaved', { text: 'the caption\nmore', savedAt: 1, quote: quoting(1) })
  const conversations = logged([listed(), drafted]).reduce(evolveConversations, initialConversations(me))
  const state = { conversations, applications: initialApplications() }
  const decision = decide(command, state, { now: 900_000, clientId: client('fresh') })
  if (!decision.isOk) throw new Error(decision.rejection.key)
  return decision.value.find(({ type }) => type === 'DraftSaved')?.data
}

it('a text that the server rejects for good returns behind the draft, once [LIFE-15]', () => {
  const drafted = inChat('DraftSaved', {
    text: '@Kim and',
    savedAt: 1,
    mentions: [mention],
    quote: quoting(1),
  })
  const sent = inChat('MessageSubmitted', {
    ...{ clientId: client('fresh'), type: 'txt', body: 'lost', submittedAt: 2 },
  })
  const returning: Command = { type: 'ReturnText', conversationId: chat, clientId: client('fresh') }
  let conversations = logged([listed(), sent, drafted]).reduce(evolveConversations, initialConversations(me))
  const decideNow = () =>
    decide(
      returning,
      { conversations, applications: initialApplications() },
      { now: 900_000, clientId: client('other') },
    )
  const decision = decideNow()
  expect(decision).toMatchObject({
    value: [
      { type: 'MessageDiscarded', data: { clientId: client('fresh') } },
      {
        type: 'DraftSaved',
        data: {
          ...{ text: '@Kim and\nlost', returned: 'lost', savedAt: 2 },
          ...{ mentions: [mention], quote: quoting(1) },
        },
      },
    ],
  })
  if (decision.isOk) conversations = logged([...decision.value]).reduce(evolveConversations, conversations)
  expect(decideNow()).toEqual({ isOk: true, value: [] })
})

const mention = { userId: 8, at: 0, length: 4 }

describe('the draft of a conversation after a send', () => {
  it.each([
    ['loses the text and its quote', sendText({ quote: quoting(1) }), { text: '' }],
    [
      'keeps what was written after the sent text',
      sendText({ quote: quoting(1), rest: { text: '@Kim', mentions: [mention] } }),
      { text: '@Kim', mentions: [mention] },
    ],
    [
      'keeps a quote for another message',
      sendText({ quote: quoting(2), rest: { text: 'more', mentions: [] } }),
      { text: 'more', quote: quoting(1) },
    ],
    ['keeps its text, and gives its quote to the file', sendFile(quoting(1)), { text: 'the caption\nmore' }],
    ['does not change when a file without a quote is sent', sendFile(undefined), undefined],
    ['does not change when a file with another quote is sent', sendFile(quoting(2)), undefined],
  ])('%s', (_, command, draft) => {
    const after = draftAfter(command)
    expect(after).toEqual(draft && { ...draft, savedAt: 900_000 })
  })
})
