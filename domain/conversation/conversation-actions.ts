import { type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { ConversationFacts, EventDataOf } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { comparePositions } from '#schemas/log/position.ts'
import { eraseUnsentQuotes, replayUnsent, type UnsentRecord } from '../message/unsent-messages.ts'
import { type ConversationState, erasedIn, type Hiding } from './conversation-state.ts'
import { localDeletion } from './delete-for-me.ts'
import { dropErasedQuote } from './draft.ts'
import { higherId, type UnreadFacts } from './unread-count.ts'

/** Whether the message was cleared. */
export const isCleared = ({ clearing }: ConversationState, id: ServerId): boolean => id <= clearing.through

/** The newest message known to exist: received, counted by the server, shown by the row only, or cleared. */
export function newestKnownId({ newestId, baseline, recent, clearing }: ConversationState): ServerId {
  const others = [baseline?.through, recent[0]?.serverId, clearing.through]
  return others.reduce<ServerId>(
    (highest, id) => (id === undefined ? highest : higherId(highest, id)),
    newestId,
  )
}

/**
 * Returns what counts as unread on this device. Hidden or cleared messages do not count, although they are unread for
 * the server: the peer gets no read receipt, and their timers do not start [SESS-37] (DEC-19).
 */
export function localUnread(state: ConversationState): UnreadFacts & Pick<ConversationState, 'mentionIds'> {
  const { hiding, clearing, baseline, seenRanges } = state
  const readUpTo = higherId(state.readUpTo, higherId(hiding?.through ?? clearing.through, clearing.through))
  if (readUpTo === state.readUpTo) return state
  const above = (ids: ReadonlySet<ServerId>) => new Set([...ids].filter((id) => id > readUpTo))
  return {
    readUpTo,
    baseline,
    seenRanges,
    unreadIds: above(state.unreadIds),
    deletedUnread: above(state.deletedUnread),
    mentionIds: above(state.mentionIds),
  }
}

/** Whether the conversation is hidden. It reappears with a newer message or an own one [SESS-38]. */
export function isHidden(state: ConversationState): boolean {
  const { hiding } = state
  if (!hiding || newestKnownId(state) > hiding.through) return false
  return [...state.unsent.values()].every((message) => !isWrittenAfter(message, hiding))
}

/** Compares log positions, because the clock may have jumped between the two (DEC-99). */
const isWrittenAfter = ({ position }: UnsentRecord, hiding: Hiding): boolean =>
  comparePositions(position, hiding.position) > 0

/** Returns the listed settings with the pending own changes applied [SESS-45 SESS-46]. */
export const withPendingSettings = (
  facts: ConversationFacts,
  { pendingSettings }: Pick<ConversationState, 'pendingSettings'>,
): Pick<ConversationFacts, 'isPinned' | 'isMuted'> => ({
  isPinned: pendingSettings.get('pinned')?.isOn ?? facts.isPinned,
  isMuted: pendingSettings.get('muted')?.isOn ?? facts.isMuted,
})

/** Whether the group has an unread announcement. An empty announcement is never unread (DEC-61) [VIEW-06 VIEW-07]. */
export const isAnnouncementUnread = ({
  facts,
  announcementRead,
}: Pick<ConversationState, 'facts' | 'announcementRead'>): boolean =>
  (facts?.group?.announcement ?? '').trim() !== '' && facts?.group?.announcement !== announcementRead

/** Folds the events of actions on a whole conversation. */
export function evolveConversationActions(state: ConversationState, event: LogEvent): void {
  switch (event.type) {
    case 'ConversationMarked':
      state.unreadMark = event.data.isUnread ? (event.data.through ?? serverId(0)) : undefined
      break
    case 'AnnouncementRead':
      state.announcementRead = event.data.announcement
      break
    case 'ConversationHidden':
      state.hiding = { ...event.data, position: event.position }
      break
    case 'ConversationShown':
      state.hiding = undefined
      break
    case 'ConversationCleared':
      clear(state, event.data)
      break
    case 'SettingRequested':
      state.pendingSettings.set(event.data.setting, {
        isOn: event.data.isOn,
        requestId: event.data.requestId,
      })
      break
    case 'SettingResolved':
      settle(state, event.data)
      break
  }
}

/** Removes every message up to the mark. Late copies of them are ignored [LIFE-19]. */
function clear(
  state: ConversationState,
  { through, sequence, activeAt }: EventDataOf<'ConversationCleared'>,
): void {
  const known = state.clearing
  state.clearing = {
    through: higherId(known.through, through),
    sequence: Math.max(known.sequence, sequence),
    activeAt: Math.max(known.activeAt, activeAt),
  }
  const isClearedId = (id: ServerId) => isCleared(state, id)
  for (const ids of [state.unreadIds, state.mentionIds, state.deletedIds, state.deletedUnread])
    for (const id of ids) if (isClearedId(id)) ids.delete(id)
  const { disappearing, hiddenPendingDeletion, pendingReactions, pendingEdits, pins } = state
  for (const waiting of [
    ...[disappearing.messages, hiddenPendingDeletion, pendingReactions, pendingEdits],
    ...[pins.known, pins.pending],
  ])
    for (const id of waiting.keys()) if (isClearedId(id)) waiting.delete(id)
  if (state.editDraft && isClearedId(state.editDraft.serverId)) state.editDraft = undefined
  const kept = state.recent.filter(({ serverId }) => !isClearedId(serverId))
  state.recent.splice(0, state.recent.length, ...kept)
  eraseUnsentQuotes(state.unsent, erasedIn(state), state.edits)
  dropErasedQuote(state, erasedIn(state))
}

/** Records that an erased message exists, without its content. */
export function recordClearedSequence(state: ConversationState, { sequence = 0 }: ConfirmedMessage): void {
  if (sequence > state.clearing.sequence) state.clearing = { ...state.clearing, sequence }
}

function settle(
  state: ConversationState,
  { setting, isOn, requestId, isAccepted }: EventDataOf<'SettingResolved'>,
): void {
  if (state.pendingSettings.get(setting)?.requestId === requestId) state.pendingSettings.delete(setting)
  if (!isAccepted || !state.facts) return
  state.facts = { ...state.facts, ...(setting === 'pinned' ? { isPinned: isOn } : { isMuted: isOn }) }
}

/**
 * Returns the state that only this device has as events to append again after a `ConversationRemoved`: clears,
 * deletions, hiding, unsent messages and the draft. A group that was left and joined again while this device was
 * offline keeps it (DEC-19). Deletions for everyone are included, because a tombstone does not say whose deletion it
 * was. Quotes lose their text: the user may not see earlier messages any more. `now` is server time, ms.
 */
export function replayLocalState(state: ConversationState, now: number): readonly NewEvent[] {
  const { clearing, deletedIds, deletedUnread, hiddenPendingDeletion, hiding, draft, draftMentions } = state
  const common = { stream: state.id, occurredAt: now, origin: 'local' } as const
  const events: NewEvent[] = []
  if (clearing.through > 0) events.push({ ...common, type: 'ConversationCleared', data: clearing })
  if (deletedIds.size > 0) events.push(localDeletion(state.id, deletedIds, deletedUnread, now))
  for (const [id, until] of hiddenPendingDeletion)
    events.push({ ...common, type: 'MessagesHidden', data: { serverIds: [id], until } })
  const unsent = [...state.unsent]
  const isLater = ([, message]: (typeof unsent)[number]) => hiding && isWrittenAfter(message, hiding)
  const replay = (messages: typeof unsent) => events.push(...replayUnsent(new Map(messages), common))
  replay(unsent.filter((message) => !isLater(message)))
  if (hiding) events.push({ ...common, type: 'ConversationHidden', data: { through: hiding.through } })
  replay(unsent.filter(isLater))
  if (draft !== '')
    events.push({
      ...common,
      type: 'DraftSaved',
      data: { text: draft, savedAt: now, mentions: draftMentions },
    })
  return events
}
