import { serverId } from '#schemas/ids.ts'
import type { ConversationRow } from '#schemas/storage/conversation-row.ts'
import { pinsFromRow, pinsToRow } from '../message/pins.ts'
import type { UnsentRecord } from '../message/unsent-messages.ts'
import type { ConversationState } from './conversation-state.ts'

/** Returns the conversation as a copy to store. */
export const conversationToRow = (state: ConversationState): ConversationRow => ({
  ...state,
  unreadIds: [...state.unreadIds],
  mentionIds: [...state.mentionIds],
  pendingSettings: [...state.pendingSettings].map(([setting, request]) => ({ setting, ...request })),
  deletedIds: [...state.deletedIds],
  deletedUnread: [...state.deletedUnread],
  hiddenPendingDeletion: [...state.hiddenPendingDeletion],
  pendingReactions: pendingReactionsToRow(state),
  edits: [...state.edits],
  pendingEdits: pendingEditsToRow(state),
  pins: pinsToRow(state.pins),
  contiguousRanges: [...state.contiguousRanges],
  seenRanges: [...state.seenRanges],
  recent: [...state.recent],
  unsent: [...state.unsent.values()],
  disappearing: {
    messages: [...state.disappearing.messages.values()],
    ownReads: [...state.disappearing.ownReads],
    peerReads: [...state.disappearing.peerReads],
  },
})

/** Returns a conversation from its stored row, as a copy. */
export const conversationFromRow = (row: ConversationRow): ConversationState => ({
  ...row,
  facts: row.facts,
  baseline: row.baseline,
  wholeRead: row.wholeRead,
  draftMentions: row.draftMentions,
  draftQuote: row.draftQuote,
  editDraft: row.editDraft,
  ...sharedFromRow(row),
  unreadMark: row.unreadMark,
  announcementRead: row.announcementRead ?? '',
  hiding: row.hiding,
  deletionsReceivedThrough: row.deletionsReceivedThrough ?? 0,
  clearing: row.clearing ?? { through: serverId(0), sequence: 0, activeAt: 0 },
  pendingSettings: new Map(
    (row.pendingSettings ?? []).map(({ setting, isOn, requestId }) => [setting, { isOn, requestId }]),
  ),
  unreadIds: new Set(row.unreadIds),
  mentionIds: new Set(row.mentionIds),
  deletedIds: new Set(row.deletedIds),
  deletedUnread: new Set(row.deletedUnread ?? []),
  hiddenPendingDeletion: new Map(row.hiddenPendingDeletion ?? []),
  pendingReactions: pendingReactionsFromRow(row),
  edits: new Map(row.edits),
  pendingEdits: pendingEditsFromRow(row),
  changesReceivedThrough: row.changesReceivedThrough ?? 0,
  pins: pinsFromRow(row.pins),
  contiguousRanges: [...row.contiguousRanges],
  seenRanges: [...(row.seenRanges ?? row.contiguousRanges)],
  historyStartsAt: row.historyStartsAt ?? { sequence: 0, serverId: serverId(0) },
  recent: [...row.recent],
  unsent: new Map(row.unsent.map((record) => [record.clientId, unsentFromRow(record)])),
  disappearing: {
    messages: new Map(row.disappearing.messages.map((message) => [message.serverId, message])),
    ownReads: [...row.disappearing.ownReads],
    peerReads: [...row.disappearing.peerReads],
  },
})

/** Returns a stored unsent message. Fields that the row omits are undefined. */
export const unsentFromRow = (row: ConversationRow['unsent'][number]): UnsentRecord => ({
  ...row,
  quote: row.quote,
  attachment: row.attachment,
})

/** Returns the pending reactions as they are stored. */
export const pendingReactionsToRow = ({ pendingReactions }: Pick<ConversationState, 'pendingReactions'>) =>
  [...pendingReactions].map(([serverId, pending]) => ({ serverId, ...pending }))

/** Returns the stored pending reactions of a conversation. */
export const pendingReactionsFromRow = ({
  pendingReactions = [],
}: Pick<ConversationRow, 'pendingReactions'>): ConversationState['pendingReactions'] =>
  new Map(pendingReactions.map(({ serverId, emoji, requestId }) => [serverId, { emoji, requestId }]))

/** Returns the pending edits as they are stored. */
export const pendingEditsToRow = ({ pendingEdits }: Pick<ConversationState, 'pendingEdits'>) =>
  [...pendingEdits].map(([serverId, { mentions, ...pending }]) => ({
    serverId,
    ...pending,
    ...(mentions ? { mentions: [...mentions] } : {}),
  }))

/** Returns the stored pending edits of a conversation. */
export const pendingEditsFromRow = ({
  pendingEdits = [],
}: Pick<ConversationRow, 'pendingEdits'>): ConversationState['pendingEdits'] =>
  new Map(pendingEdits.map(({ serverId, ...pending }) => [serverId, pending]))

/** Returns what is stored about the sharing of a draft. One that was stored before drafts were shared is still to be shared. */
export const sharedFromRow = ({
  draft,
  draftSavedAt = draft === '' ? 0 : 1,
  draftVersion = 0,
  isDraftShared = false,
  draftReturned,
}: Pick<ConversationRow, 'draft' | 'draftSavedAt' | 'draftVersion' | 'isDraftShared' | 'draftReturned'>) => ({
  draftSavedAt,
  draftVersion,
  isDraftShared,
  draftReturned,
})
