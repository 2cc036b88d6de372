import { describe, expect, it } from 'vitest'
import { eraseAllText, eraseFromEvent } from '#domain/message/erase-event.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  chat,
  client,
  deleted,
  idOf,
  inChat,
  logged,
  me,
  peer,
  received,
} from '#test/unit/domain/log-events.ts'

const own = client('own')
const quote = { serverId: idOf(3), senderId: peer, senderName: 'Peer', type: 'txt', text: 'secret' } as const
const answer = received(12, { quote })
const written = inChat('MessageSubmitted', { clientId: own, type: 'txt', body: 'so', submittedAt: 1, quote })
const targets = { serverIds: new Set([idOf(12)]), clientIds: new Set([own]) }
const textOf = (events: readonly NewEvent[]) =>
  JSON.stringify([...logged(events).reduce(evolveTimeline, initialTimeline(chat, me)).bySequence])

describe('the quote of a message', () => {
  it.each([
    ['a response', answer],
    ['an own one', written],
  ])('is removed with %s, though the quoted message stays [LIFE-18]', (_, event) => {
    for (const erased of [eraseFromEvent(event, targets), eraseAllText(event)])
      expect(JSON.stringify(erased)).not.toContain('secret')
  })

  it('stays when another message is removed', () => {
    const other = { serverIds: new Set([idOf(13)]), clientIds: new Set([client('other')]) }
    expect(eraseFromEvent(answer, other)).toBe(answer)
    expect(eraseFromEvent(written, other)).toBe(written)
  })

  it('is not folded once the response is deleted, in any order [LIFE-18 LIFE-23]', () => {
    expect(textOf([answer])).toContain('secret')
    expect(textOf([answer, deleted(12)])).not.toContain('secret')
    expect(textOf([deleted(12), answer])).not.toContain('secret')
  })
})
