import { expect, it } from 'vitest'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { conversationDifferences } from '#domain/synchronisation/conversation-differences.ts'
import { conversationId } from '#schemas/ids.ts'
import { toListedGroup } from '#schemas/translate/conversation.ts'
import { wireGroupSession } from '#schemas/wire/calls/conversations.ts'
import { eventIn, idOf, logged, me, received } from '../log-events.ts'

const group = conversationId('group', 4)
const unknown = { summaries: [], friends: [], knownBefore: new Set<never>(), localStateOf: () => undefined }

/** The group's row: joined after the seventh message, with the three later ones counted. */
const row = wireGroupSession.parse({
  ...{ ID: 4, UnReadCount: 3, UnReadMaxID: idOf(10), GotAt: 1_700_000_000 },
  ...{ SelfReadChatID: idOf(7), SelfReadSeqID: 7 },
})

it('a counted message of a group that was joined late leaves the count when it is deleted', () => {
  const listed = conversationDifferences([toListedGroup(row, 5000)], unknown, 5000)
  const messages = [8, 9, 10].map((sequence) =>
    received(sequence, { mentions: sequence === 9 ? [me] : [] }, group),
  )
  const deleted = eventIn(group, 'MessagesDeleted', { serverIds: [idOf(9)] }, 'socket')

  const state = initialConversations(me)
  for (const event of logged([...listed, ...messages, deleted])) evolveConversations(state, event)

  const conversation = state.byId.get(group)
  expect(conversation && summarize(conversation, me, '')).toMatchObject({
    unreadCount: 2,
    isMentioned: false,
  })
})
