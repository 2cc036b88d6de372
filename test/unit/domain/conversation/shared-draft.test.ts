import { describe, expect, it } from 'vitest'
import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationFromRow, conversationToRow } from '#domain/conversation/conversation-row.ts'
import {
  conversationFromSnapshot,
  conversationToSnapshot,
} from '#domain/conversation/conversation-snapshot.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { isDraftUnsent } from '#domain/conversation/draft.ts'
import {
  afterTry,
  forgetRejections,
  hurryDrafts,
  initialSchedule,
  nextDraft,
  scheduleDrafts,
  takeSharedDraft,
} from '#domain/conversation/shared-draft.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { chat, inChat, listed, logged, me } from '../log-events.ts'

/** A listed conversation after these events. */
function stateAfter(...events: readonly NewEvent[]) {
  const state = logged([listed(), ...events]).reduce(
    (all: ReturnType<typeof initialConversations>, event: LogEvent) => evolveConversations(all, event),
    initialConversations(me),
  )
  const conversation = state.byId.get(chat)
  if (!conversation) throw new Error('no conversation')
  return conversation
}

const saved = (text: string, savedAt: number) => inChat('DraftSaved', { text, savedAt })
const returnedTo = (draft: string, returned: string, savedAt: number) =>
  inChat('DraftSaved', { text: `${draft}\n${returned}`, savedAt, returned })
const delivered = (version: number, savedAt?: number, isEmpty = false) =>
  inChat('DraftDelivered', { version, isEmpty, ...(savedAt === undefined ? {} : { savedAt }) })
const theirs = (text: string, version: number) => ({ text, version, mentions: [], quote: undefined })
const taken = (...events: readonly NewEvent[]) => ({
  of: (text: string, version: number, sentAt?: number) =>
    takeSharedDraft(chat, stateAfter(...events), theirs(text, version), sentAt).map(({ type }) => type),
})

describe('a draft of this device', () => {
  it('is unsent until the server has it, or a later one replaced it here', () => {
    expect(isDraftUnsent(stateAfter(saved('a', 10)))).toBe(true)
    expect(isDraftUnsent(stateAfter(saved('a', 10), delivered(9, 10)))).toBe(false)
    expect(isDraftUnsent(stateAfter(saved('a', 10), saved('b', 11), delivered(10, 10)))).toBe(true)
  })

  it('is unsent while the server has only one that another tab saved here in the same millisecond', () => {
    const twoTabs = [saved('a', 9), delivered(9, 9), saved('', 10), saved('b', 10)]
    expect(isDraftUnsent(stateAfter(...twoTabs, delivered(10, 10, true)))).toBe(true)
    expect(stateAfter(...twoTabs)).toEqual(stateAfter(...twoTabs, saved('b', 10)))
  })

  it('that is empty is unsent only if other devices may show the one before', () => {
    expect(isDraftUnsent(stateAfter(saved('a', 10), saved('', 11)))).toBe(false)
    expect(isDraftUnsent(stateAfter(saved('a', 10), delivered(10, 10), saved('', 11)))).toBe(true)
    expect(isDraftUnsent(stateAfter(saved('a', 10), delivered(0), saved('', 11)))).toBe(true)
    expect(
      isDraftUnsent(stateAfter(saved('a', 10), delivered(10, 10), saved('', 11), delivered(11, 11, true))),
    ).toBe(false)
  })

  it('keeps that in rows and log snapshots; one without these fields is unsent', () => {
    const state = stateAfter(saved('a', 10), delivered(10, 10), saved('b', 11))
    const fields = { draftSavedAt: 11, draftVersion: 10, isDraftShared: true }
    expect(conversationFromRow(conversationToRow(state))).toMatchObject(fields)
    expect(conversationFromSnapshot(chat, conversationToSnapshot(state))).toMatchObject(fields)
    const { draftSavedAt: _, draftVersion: __, isDraftShared: ___, ...old } = conversationToRow(state)
    expect(isDraftUnsent(conversationFromRow(old))).toBe(true)
  })

  it('does not create a removed conversation again when a late response arrives', () => {
    const events = logged([listed(), inChat('ConversationRemoved', {}), delivered(10, 10)])
    expect(events.reduce(evolveConversations, initialConversations(me)).byId.size).toBe(0)
  })
})

describe('a draft of another device', () => {
  it('is taken if nothing changed here, with its time', () => {
    const events = takeSharedDraft(chat, stateAfter(saved('a', 10), delivered(10, 10)), theirs('b', 20))
    const state = stateAfter(saved('a', 10), delivered(10, 10), ...events)
    expect(state).toMatchObject({ draft: 'b', draftSavedAt: 20, draftVersion: 20, isDraftShared: true })
    expect(isDraftUnsent(state)).toBe(false)
  })

  it('gets the text that came back here meanwhile, once and not in its place', () => {
    const own = [
      saved('a', 10),
      delivered(10, 10),
      returnedTo('a', 'back', 11),
      returnedTo('a\nback', 'too', 12),
    ]
    const before = stateAfter(...own)
    expect(conversationFromRow(conversationToRow(before)).draftReturned).toBe('back\ntoo')
    expect(conversationFromSnapshot(chat, conversationToSnapshot(before)).draftReturned).toBe('back\ntoo')
    const both = [...own, ...takeSharedDraft(chat, before, theirs('b', 20), 12)]
    expect(stateAfter(...both)).toMatchObject({ draft: 'b\nback\ntoo', draftSavedAt: 21, draftVersion: 20 })
    const again = [...both, ...takeSharedDraft(chat, stateAfter(...both), theirs('c', 30), 21)]
    expect(stateAfter(...again).draft).toBe('c\nback\ntoo')

    const known = [...again, delivered(31, 31)]
    expect(stateAfter(...known).draftReturned).toBeUndefined()
    expect(takeSharedDraft(chat, stateAfter(...known), theirs('d', 40))).toHaveLength(2)
    const removed = [...again, saved('mine', 35)]
    expect(stateAfter(...removed).draftReturned).toBeUndefined()
    const shown = [...again, ...takeSharedDraft(chat, stateAfter(...again), theirs('back\ntoo!', 40), 31)]
    expect(stateAfter(...shown)).toMatchObject({ draft: 'back\ntoo!', draftReturned: undefined })
  })

  it.each([
    ['is known', [saved('a', 10), delivered(20)], 'b', 20, undefined, []],
    ['is older than the known one', [delivered(20)], 'b', 19, undefined, []],
    ['comes while the own one is unsent', [saved('a', 10)], 'b', 20, undefined, []],
    ['comes while another change is unsent', [saved('a', 10)], 'b', 20, 9, []],
    ['was compared with the own one', [saved('a', 10)], 'b', 20, 10, ['DraftSaved', 'DraftDelivered']],
    ['is the same as the own one', [saved('a', 10)], 'a', 20, 10, ['DraftDelivered']],
    ['is empty like the own one', [], '', 20, undefined, ['DraftDelivered']],
    [
      'comes after an unshared text went',
      [saved('a', 10), saved('', 11)],
      'b',
      5,
      undefined,
      ['DraftSaved', 'DraftDelivered'],
    ],
  ] as const)('that %s gives the right events', (_, events, text, version, sentAt, expected) => {
    expect(taken(...events).of(text, version, sentAt)).toEqual(expected)
  })
})

describe('the schedule of drafts', () => {
  const draft = (text: string, savedAt = 10) => ({ conversationId: chat, text, quote: undefined, savedAt })
  const written = draft('a')
  const scheduled = scheduleDrafts(initialSchedule, [written], 100)

  it('sends a draft after a pause since its last change', () => {
    expect(nextDraft(scheduleDrafts(scheduled, [written], 200), [written])?.at).toBe(3100)
    const changed = draft('ab', 11)
    expect(nextDraft(scheduleDrafts(scheduled, [changed], 200), [changed])?.at).toBe(3200)
  })

  it('sends an empty draft, and all drafts of a conversation that is left, without the pause', () => {
    expect(nextDraft(scheduleDrafts(initialSchedule, [draft('')], 100), [draft('')])?.at).toBe(100)
    const hurried = hurryDrafts(scheduled, 200)
    expect(nextDraft(scheduleDrafts(hurried, [written], 300), [written])?.at).toBe(300)
    expect(nextDraft(scheduleDrafts(hurried, [draft('b', 11)], 2200), [draft('b', 11)])?.at).toBe(5200)
  })

  it('waits longer after each failure, and as long as the server asks', () => {
    const failed = (retryAfter?: number) => ({ kind: 'failed', retryAfter }) as const
    let schedule = scheduled
    const earliestAfter = [failed(), failed(), failed(), failed(30_000), { kind: 'sent' } as const].map(
      (result) => {
        schedule = afterTry(schedule, written, result, 0)
        return schedule.earliest
      },
    )
    expect(earliestAfter).toEqual([1000, 1000, 2000, 30_000, 1000])
  })

  it('does not send a rejected draft until it changes or the rejections are forgotten', () => {
    const rejected = afterTry(scheduled, written, { kind: 'rejected' }, 0)
    expect(nextDraft(rejected, [written])).toBeUndefined()
    expect(nextDraft(rejected, [draft('ab', 11)])?.draft.text).toBe('ab')
    expect(nextDraft(forgetRejections(rejected), [written])?.draft).toBe(written)
  })
})
