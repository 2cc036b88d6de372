import { describe, expect, it } from 'vitest'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationFromRow, conversationToRow } from '#domain/conversation/conversation-row.ts'
import { conversationToSnapshot } from '#domain/conversation/conversation-snapshot.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { decideSaveDraft } from '#domain/conversation/draft.ts'
import { eraseAllText, eraseFromEvent, eraseFromSnapshot } from '#domain/message/erase-event.ts'
import { idsWithTextIn } from '#domain/message/text-in-event.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { readConversationRow } from '#schemas/storage/conversation-row.ts'
import { chat, client, inChat, listed, logged, me, peer } from '#test/unit/domain/log-events.ts'

const secret = 'quoted words'
const quote: QuotedMessage = {
  ...{ serverId: serverId(900), senderId: peer, senderName: 'P', type: 'txt', text: secret },
}
const mentions = [{ userId: 2, at: 0, length: 2 }]
const draft = { text: '@P half', savedAt: 1, mentions, quote }

const stateAfter = (...events: readonly NewEvent[]) => {
  const state = logged(events).reduce(evolveConversations, initialConversations(me)).byId.get(chat)
  if (!state) throw new Error('no conversation')
  return state
}
const targets = { serverIds: new Set([quote.serverId]), clientIds: new Set<never>() }

describe('a draft', () => {
  it('keeps its text, its quote and its mentions, in the log and in a stored row [SESS-63]', () => {
    const state = stateAfter(listed(), inChat('DraftSaved', draft))
    const expected = { draft: '@P half', draftMentions: mentions, draftQuote: quote }
    expect(summarize(state, me, '')).toMatchObject(expected)
    const row = readConversationRow(JSON.parse(JSON.stringify(conversationToRow(state))))
    expect(row && conversationFromRow(row)).toMatchObject(expected)
  })

  it.each([
    ['deleted', inChat('MessagesDeleted', { serverIds: [quote.serverId] })],
    ['expired', inChat('MessagesExpired', { serverIds: [quote.serverId] })],
    ['cleared', inChat('ConversationCleared', { through: quote.serverId, sequence: 0, activeAt: 0 })],
  ])('loses only its quote when the message is %s, before or after', (_, gone) => {
    for (const events of [
      [inChat('DraftSaved', draft), gone],
      [gone, inChat('DraftSaved', draft)],
    ]) {
      const state = stateAfter(listed(), ...events)
      expect(state.draftQuote).toBeUndefined()
      expect(state).toMatchObject({ draft: '@P half', draftMentions: mentions })
    }
  })

  it('does not show a quote of a hidden message', () => {
    const state = stateAfter(listed(), inChat('DraftSaved', draft))
    expect(summarize(state, me, '', new Set([quote.serverId]))?.draftQuote).toBeUndefined()
  })

  it('leaves no text of a deleted message in the log and the log snapshot', () => {
    const saved = inChat('DraftSaved', draft)
    expect(idsWithTextIn(saved)).toEqual([quote.serverId])
    expect(JSON.stringify(eraseFromEvent(saved, targets))).not.toContain(secret)
    const snapshot = conversationToSnapshot(stateAfter(listed(), saved))
    expect(JSON.stringify(eraseFromSnapshot(snapshot, targets))).not.toContain(secret)
    const bare = JSON.stringify(eraseAllText(saved))
    expect(bare).not.toContain(secret)
    expect(bare).not.toContain('half')
  })
})

describe('saving a draft', () => {
  const save = (changes: object, events: readonly NewEvent[] = []) => {
    const conversations = logged([listed(), ...events]).reduce(evolveConversations, initialConversations(me))
    const decision = decideSaveDraft(
      { type: 'SaveDraft', conversationId: chat, text: '@P half', mentions, ...changes },
      { conversations, applications: initialApplications() },
      { now: 5, clientId: client('fresh') },
    )
    return decision.isOk ? decision.value.map(({ data }) => data) : decision
  }
  const saved = inChat('DraftSaved', draft)
  const asSaved = { text: '@P half', savedAt: 5, mentions }

  it.each([
    ['saves a quote', { quote }, [], [{ ...asSaved, quote }]],
    [
      'keeps the quote when the text changes',
      { text: 'x', mentions: [] },
      [saved],
      [{ text: 'x', savedAt: 5, quote }],
    ],
    ['removes the quote', { quote: null }, [saved], [asSaved]],
    ['appends no event when nothing changed', {}, [saved], []],
    [
      'notices another mention',
      { mentions: [{ ...mentions[0], userId: 3 }] },
      [saved],
      [{ ...asSaved, mentions: [{ ...mentions[0], userId: 3 }], quote }],
    ],
    [
      'saves no quote of a deleted message',
      { quote },
      [inChat('MessagesDeleted', { serverIds: [quote.serverId] })],
      [asSaved],
    ],
  ])('%s', (_, changes, before, expected) => {
    expect(save(changes, before)).toEqual(expected)
  })
})
