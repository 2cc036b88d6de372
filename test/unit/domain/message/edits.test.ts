import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Command, CommandOf } from '#domain/commands/command.ts'
import { decide as decideCommand } from '#domain/commands/decide.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { summarize } from '#domain/conversation/conversation-list.ts'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationToSnapshot } from '#domain/conversation/conversation-snapshot.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { decideEditMessage } from '#domain/conversation/pending-changes.ts'
import { editTextLimit, editTimeLimit, isEditable, type MessageEdits } from '#domain/message/edits.ts'
import { quoteOf } from '#domain/message/timeline-message.ts'
import { evolveTimeline, initialTimeline } from '#domain/timeline/timeline-projection.ts'
import { viewTimeline } from '#domain/timeline/timeline-view.ts'
import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import {
  chat,
  client,
  deleted,
  idOf,
  inChat,
  listed,
  logged,
  me,
  message,
  peer,
  range,
  received,
} from '../log-events.ts'

const nothingRead = { readUpTo: serverId(0), peerReadUpTo: serverId(0), profile: undefined }
const fold = (events: readonly NewEvent[]) => logged(events).reduce(evolveTimeline, initialTimeline(chat, me))
const shown = (events: readonly NewEvent[]) =>
  viewTimeline(fold(events), nothingRead).map(({ body, editedAt, mentions, quote }) => ({
    ...{ body, editedAt, mentions, quoted: quote?.text },
  }))
const conversationOf = (events: readonly NewEvent[]) =>
  logged(events).reduce(evolveConversations, initialConversations(me)).byId.get(chat)

const edited = (version: number, body: string, mentions?: number[]): NewEvent =>
  inChat('MessageEdited', {
    ...{ serverId: idOf(1), sequence: 1 },
    edit: { version, at: version * 10, body, ...(mentions ? { mentions } : {}) },
  })
const quote = { serverId: idOf(1), senderId: peer, senderName: 'Peer', type: 'txt', text: 'text 1' } as const
const requested = (body: string, requestId: string) =>
  inChat('EditRequested', { serverId: idOf(1), body, requestId })
const resolved = (requestId: string) => inChat('EditResolved', { serverId: idOf(1), requestId })

describe('edits', () => {
  it('fold to the newest text in every order and number, also before their message, and in its quotes', () => {
    const events = [
      received(1, { mentions: [7] }),
      received(2, { quote }),
      edited(1, 'one', [8]),
      received(1, { body: 'one', mentions: [8], edit: { version: 1, at: 10 } }),
      edited(2, 'two'),
      received(1, { body: 'two', edit: { version: 2, at: 20 } }),
    ]
    const expected = [
      { body: 'two', editedAt: 20, mentions: undefined, quoted: undefined },
      { body: 'text 2', editedAt: undefined, mentions: undefined, quoted: 'two' },
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events)), (more) => {
        const all = [...more, ...events]
        for (const order of [all, all.toReversed()]) {
          expect(shown(order)).toEqual(expected)
          expect(conversationOf([listed(), ...order])?.recent.map(({ body }) => body)).toEqual([
            'text 2',
            'two',
          ])
        }
      }),
    )
  })

  it('end with their message, whichever comes first', () => {
    const events = [received(1), edited(1, 'secret'), deleted(1)]
    for (const order of [events, events.toReversed(), [deleted(1), received(1), edited(1, 'secret')]]) {
      const state = fold(order)
      expect(JSON.stringify([...state.bySequence, ...state.edits])).not.toContain('secret')
      expect(JSON.stringify([...(conversationOf([listed(), ...order])?.edits ?? [])])).toBe('[]')
    }
  })

  it('change the quote of a draft and of an unsent message, and whether an unread message mentions this user', () => {
    const draft = inChat('DraftSaved', { text: 'so', savedAt: 1, quote })
    const unsent = inChat('MessageSubmitted', {
      ...{ clientId: client('own'), type: 'txt', body: 'answer', submittedAt: 1, quote },
    })
    for (const order of [
      [draft, unsent, edited(1, 'new', [me])],
      [edited(1, 'new', [me]), draft, unsent],
    ]) {
      const state = conversationOf([listed(), received(1), ...order])
      expect(state?.draftQuote?.text).toBe('new')
      expect([...(state?.unsent.values() ?? [])].map((one) => one.quote?.text)).toEqual(['new'])
      expect([...(state?.mentionIds ?? [])]).toEqual([idOf(1)])
    }
    const unmentioned = [received(1, { mentions: [me] }), edited(1, 'new')]
    for (const order of [unmentioned, unmentioned.toReversed()])
      expect([...(conversationOf([listed(), ...order])?.mentionIds ?? [])]).toEqual([])
  })

  it('keep the newest texts up to a limit, and a message has its last text without them', () => {
    const long = (at: number) => `${at} `.padEnd(20_000, 'x')
    const editOf = (at: number, version = 1) =>
      inChat('MessageEdited', {
        ...{ serverId: idOf(at), sequence: at },
        edit: { version, at: version, body: long(at) },
      })
    const numbers = range(1, 30)
    const edits = numbers.map((at) => editOf(at))
    const known = [listed(), ...numbers.map((at) => received(at)), ...edits]
    const lengthOf = (texts: MessageEdits | undefined) =>
      [...(texts?.values() ?? [])].reduce((sum, { body }) => sum + body.length, 0)
    expect(lengthOf(conversationOf(known)?.edits)).toBeLessThanOrEqual(editTextLimit)
    expect(lengthOf(fold(known).edits)).toBeLessThanOrEqual(editTextLimit)

    // Late copies have the earlier text.
    const late = [...known, received(1), inChat('MessagePreviewed', { message: message(1) }), received(30)]
    expect(shown(late).map(({ body }) => body)).toEqual(numbers.map(long))
    expect(conversationOf(late)?.recent.map(({ body }) => body)).toEqual(
      numbers.slice(-10).map(long).toReversed(),
    )
    const early = [listed(), ...edits, ...numbers.map((at) => received(at))]
    const missing = numbers.filter((at) => !fold(early).bySequence.has(at))
    // The history of a gap brings the last text.
    expect(missing[0]).toBe(1)
    expect(conversationOf(early)?.contiguousRanges).toMatchObject([
      { from: (missing.at(-1) ?? 0) + 1, to: 30 },
    ])
    const copies = missing.map((at) => received(at, { body: long(at), edit: { version: 1, at: 1 } }))
    expect(shown([...early, ...copies]).map(({ body }) => body)).toEqual(numbers.map(long))
    // The confirmation of an own message has its last text after an erasure, but no version.
    const snapshot = [
      ...logged(known).reduce(evolveConversations, initialConversations(me)).byId.values(),
    ].map(conversationToSnapshot)
    const compacted = snapshot.map((data) => inChat('ConversationCompacted', data))
    expect(shown([received(1, { body: long(1) }), ...compacted])[0]).toMatchObject({ editedAt: 1 })
    expect(shown([...known, editOf(1, 2), received(1)])[0]).toMatchObject({ body: long(1), editedAt: 2 })
  })

  it('wait for the server one for each message, the last request only, and none for an erased message', () => {
    const pending = (events: readonly NewEvent[]) => [...(conversationOf(events)?.pendingEdits ?? [])]
    const start = [listed(), received(1)]
    const both = [...start, requested('a', '1'), requested('b', '2')]
    expect(pending([...both, resolved('1')])).toMatchObject([[idOf(1), { body: 'b', requestId: '2' }]])
    expect(pending([...both, resolved('2')])).toEqual([])
    expect(pending([...both, deleted(1)])).toEqual([])
    expect(pending([...start, deleted(1), requested('a', '1')])).toEqual([])
    expect(pending([resolved('1')])).toEqual([])
    // The text of a request that has ended is erased.
    expect(pending([...start, requested('', '1')])).toEqual([])
  })

  it('stay as one unfinished text of the conversation until they are sent, dropped or erased', () => {
    const unfinished = (body: string, at = 1) => inChat('EditDraftSaved', { serverId: idOf(at), body })
    const draftOf = (events: readonly NewEvent[]) => conversationOf(events)?.editDraft
    const start = [listed(), received(1), received(2), unfinished('half')]
    expect(draftOf(start)).toEqual({ serverId: idOf(1), body: 'half' })
    expect(draftOf([...start, unfinished('')])).toBeUndefined()
    expect(draftOf([...start, unfinished('', 2)])).toMatchObject({ body: 'half' })
    expect(draftOf([...start, deleted(1)])).toBeUndefined()
    expect(draftOf([...start, deleted(1), unfinished('late')])).toBeUndefined()
    const cleared = inChat('ConversationCleared', { through: idOf(1), sequence: 1, activeAt: 1 })
    expect(draftOf([...start, cleared])).toBeUndefined()
    expect(conversationOf([unfinished('half')])).toBeUndefined()

    const decide = (command: Pick<Command, 'type'> & { readonly text: string; readonly at?: number }) => {
      const { at = 1, ...given } = command
      const state = {
        conversations: logged(start).reduce(evolveConversations, initialConversations(me)),
        applications: initialApplications(),
      }
      // Both commands have these fields.
      const full = { ...given, conversationId: chat, serverId: idOf(at) } as CommandOf<'SaveEditDraft'>
      const decision = decideCommand(full, state, { now: 1, clientId: client('c') })
      return decision.isOk ? decision.value.map(({ type, data }) => [type, data]) : decision
    }
    expect(decide({ type: 'SaveEditDraft', text: 'half' })).toEqual([])
    expect(decide({ type: 'SaveEditDraft', text: '' })).toMatchObject([['EditDraftSaved', { body: '' }]])
    expect(decide({ type: 'SaveEditDraft', text: 'other', at: 2 })).toMatchObject([
      ['EditDraftSaved', { serverId: idOf(1), body: '' }],
      ['EditDraftSaved', { serverId: idOf(2), body: 'other' }],
    ])
    expect(decide({ type: 'EditMessage', text: 'whole' })).toMatchObject([
      ['EditRequested', { body: 'whole' }],
      ['EditDraftSaved', { body: '' }],
    ])
  })

  it('are shown but not quoted before the server has confirmed them', () => {
    const [view] = viewTimeline(fold([received(1)]), {
      ...nothingRead,
      pendingEdits: new Map([[idOf(1), { body: 'mine', requestId: '1', at: 5 }]]),
    })
    expect(view).toMatchObject({ body: 'mine', editedAt: 5 })
    expect(view && quoteOf(view)).toMatchObject({ text: 'text 1' })

    const rowOf = (...events: readonly NewEvent[]) => {
      const state = conversationOf([listed(), received(1, { senderId: me }), ...events])
      return state && summarize(state, me, '')?.lastMessage?.body
    }
    expect(rowOf(requested('mine', '1'))).toBe('mine')
    expect(rowOf(requested('mine', '1'), resolved('1'))).toBe('text 1')
    expect(rowOf(requested('mine', '1'), deleted(1))).toBeNull()
  })

  it('are decided for a valid text of a message that is still there', () => {
    const decide = (events: readonly NewEvent[], text: string) =>
      decideEditMessage(
        { type: 'EditMessage', conversationId: chat, serverId: idOf(1), text },
        {
          conversations: logged(events).reduce(evolveConversations, initialConversations(me)),
          applications: initialApplications(),
        },
        { now: 1, clientId: client('c') },
      )
    const start = [listed(), received(1)]
    expect(decide(start, ' new ')).toMatchObject({ isOk: true, value: [{ data: { body: 'new' } }] })
    for (const text of ['', ' ', 'x'.repeat(20_001)])
      expect(decide(start, text)).toMatchObject({ isOk: false })
    expect(decide([...start, deleted(1)], 'new')).toMatchObject({ isOk: false })
    expect(decide([], 'new')).toMatchObject({ isOk: false })
  })

  it('add an unsent one that another tab has written meanwhile to the draft (DEC-242)', () => {
    const decide = (replaces: string | undefined, text: string) => {
      const start = [listed(), received(1), inChat('DraftSaved', { text: 'begun', savedAt: 1 })]
      const state = {
        conversations: logged([...start, requested('theirs', '1')]).reduce(
          evolveConversations,
          initialConversations(me),
        ),
        applications: initialApplications(),
      }
      const command = { type: 'EditMessage', conversationId: chat, serverId: idOf(1), text } as const
      const decision = decideCommand({ ...command, ...(replaces === undefined ? {} : { replaces }) }, state, {
        now: 5,
        clientId: client('c'),
      })
      return decision.isOk ? decision.value.map(({ type }) => type) : decision
    }
    expect(decide('text 1', 'mine')).toEqual(['EditRequested', 'DraftSaved'])
    expect(decide('theirs', 'mine')).toEqual(['EditRequested'])
    expect(decide('text 1', 'theirs')).toEqual(['EditRequested'])
    expect(decide(undefined, 'mine')).toEqual(['EditRequested'])
  })

  it('are for own confirmed texts of at most 48 hours', () => {
    const own = { ...message(1), isOwn: true }
    const { sentAt } = own
    expect(isEditable(own, sentAt + editTimeLimit)).toBe(true)
    expect(isEditable(own, sentAt + editTimeLimit + 1)).toBe(false)
    expect(isEditable({ ...own, isOwn: false }, sentAt)).toBe(false)
    expect(isEditable({ ...own, type: 'pic' }, sentAt)).toBe(false)
    expect(isEditable({ ...own, serverId: undefined }, sentAt)).toBe(false)
  })
})
