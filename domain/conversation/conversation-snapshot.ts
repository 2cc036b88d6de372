import type { ConversationId } from '#schemas/ids.ts'
import type { ConversationSnapshot } from '#schemas/log/conversation-snapshot.ts'
import { pinsFromRow, pinsToRow } from '../message/pins.ts'
import {
  pendingEditsFromRow,
  pendingEditsToRow,
  pendingReactionsFromRow,
  pendingReactionsToRow,
  sharedFromRow,
} from './conversation-row.ts'
import type { ConversationState } from './conversation-state.ts'

/** Returns the conversation as a copy for a log snapshot. */
export function conversationToSnapshot(state: ConversationState): ConversationSnapshot {
  const { disappearing } = state
  return {
    facts: state.facts,
    isOpened: state.isOpened,
    readUpTo: state.readUpTo,
    deliveredUpTo: state.deliveredUpTo,
    peerReadUpTo: state.peerReadUpTo,
    wholeRead: state.wholeRead,
    unreadMark: state.unreadMark,
    announcementRead: state.announcementRead,
    hiding: state.hiding,
    clearing: state.clearing,
    counted: state.baseline,
    deletionsReceivedThrough: state.deletionsReceivedThrough,
    pendingReactions: pendingReactionsToRow(state),
    edits: [...state.edits],
    pendingEdits: pendingEditsToRow(state),
    editDraft: state.editDraft,
    changesReceivedThrough: state.changesReceivedThrough,
    pins: pinsToRow(state.pins),
    newestId: state.newestId,
    historyStartsAt: state.historyStartsAt,
    draft: state.draft,
    draftMentions: state.draftMentions,
    draftQuote: state.draftQuote,
    ...sharedFromRow(state),
    lastTimerSeconds: state.lastTimerSeconds,
    pendingSettings: [...state.pendingSettings].map(([setting, request]) => ({ setting, ...request })),
    unreadIds: [...state.unreadIds],
    mentionIds: [...state.mentionIds],
    deletedIds: [...state.deletedIds],
    deletedUnread: [...state.deletedUnread],
    hiddenPendingDeletion: [...state.hiddenPendingDeletion].map(([serverId, until]) => ({ serverId, until })),
    contiguousRanges: [...state.contiguousRanges],
    seenRanges: [...state.seenRanges],
    recent: [...state.recent],
    unsent: [...state.unsent.values()].map(({ conversationId: _, ...record }) => record),
    disappearing: {
      messages: [...disappearing.messages.values()],
      ownReads: [...disappearing.ownReads],
      peerReads: [...disappearing.peerReads],
    },
  }
}

/** Returns conversation `id` from a log snapshot, as a copy. */
export function conversationFromSnapshot(
  id: ConversationId,
  snapshot: ConversationSnapshot,
): ConversationState {
  const { counted, disappearing, ...same } = snapshot
  return {
    ...same,
    id,
    // These may be absent from a snapshot, but not from the state.
    facts: same.facts,
    wholeRead: same.wholeRead,
    unreadMark: same.unreadMark,
    hiding: same.hiding,
    draftMentions: same.draftMentions,
    draftQuote: same.draftQuote,
    editDraft: same.editDraft,
    ...sharedFromRow(same),
    baseline: counted,
    pendingSettings: new Map(
      same.pendingSettings.map(({ setting, isOn, requestId }) => [setting, { isOn, requestId }]),
    ),
    unreadIds: new Set(same.unreadIds),
    mentionIds: new Set(same.mentionIds),
    deletedIds: new Set(same.deletedIds),
    deletedUnread: new Set(same.deletedUnread),
    hiddenPendingDeletion: new Map(
      same.hiddenPendingDeletion.map(({ serverId, until }) => [serverId, until]),
    ),
    pendingReactions: pendingReactionsFromRow(same),
    edits: new Map(same.edits),
    pendingEdits: pendingEditsFromRow(same),
    changesReceivedThrough: same.changesReceivedThrough ?? 0,
    pins: pinsFromRow(same.pins),
    contiguousRanges: [...same.contiguousRanges],
    seenRanges: [...same.seenRanges],
    recent: same.recent.map((message) => ({
      ...message,
      clientId: message.clientId,
      readAt: message.readAt,
    })),
    unsent: new Map(
      same.unsent.map((record) => [
        record.clientId,
        { ...record, conversationId: id, quote: record.quote, attachment: record.attachment },
      ]),
    ),
    disappearing: {
      messages: new Map(
        disappearing.messages.map((message) => [message.serverId, { ...message, readAt: message.readAt }]),
      ),
      ownReads: [...disappearing.ownReads],
      peerReads: [...disappearing.peerReads],
    },
  }
}
