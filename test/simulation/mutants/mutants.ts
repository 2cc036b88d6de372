import { groupManagementNames } from '../scenario/group-management-commands.ts'
import { dropsUnreadMarks, shownMutants } from './client-mutants.ts'
import { forgetsHidings, missesArrivals, unpinsEverything } from './conversation-mutants.ts'
import { losesMentionsOnRead, losesQuotesOnRead } from './copy-mutants.ts'
import { draftMutants } from './draft-mutants.ts'
import { erasureMutants } from './erasure-mutants.ts'
import { groupMutants } from './group-mutants.ts'
import type { Mutant } from './mutant.ts'
import { nodeMutants } from './node-mutants.ts'
import { orderMutants } from './order-mutants.ts'
import {
  clearsPendingEvents,
  losesPreservedMessages,
  missesFiles,
  orphansMadeFiles,
} from './outbox-mutants.ts'
import { serverMutants } from './server-mutant-list.ts'
import {
  checkpointsAhead,
  forgetsClearings,
  keepsErasedBodies,
  keepsReplacedTexts,
  keepsSentFiles,
  losesLogEvents,
  losesOutboxEntries,
  losesTrackOfQuotes,
  staysInGroups,
  writesAfterErasures,
} from './storage-mutants.ts'
import {
  appendsToAllAccounts,
  keepsStickerChangesToItself,
  tellsNoTabs,
  writesInFollowers,
} from './tab-mutants.ts'
import {
  believesReadReceiptsTooMuch,
  dropsWhatFailed,
  neverSendsAgain,
  readsAllLateAgain,
  sendsToGroupsTwice,
  sendsUnderFreshIdentities,
  spendsTokensTwice,
  stripsMentions,
  stripsQuotes,
  takesWrongPlaces,
} from './wire-mutants.ts'

const clientMutants = {
  'dropped-dedupe': {
    description: 'a client that gives a message a new idempotency key with each attempt',
    violates: 'delivered-once',
    options: { breakPorts: sendsUnderFreshIdentities },
    noticedBy: 1,
  },
  'no-second-try': {
    description: 'a client that never retries a send',
    violates: 'rejection-reason',
    options: { breakPorts: neverSendsAgain },
    noticedBy: 3,
  },
  'wrong-order-key': {
    description: 'a client that parses a wrong sequence number from some messages',
    violates: 'timeline',
    options: { breakPorts: takesWrongPlaces },
    noticedBy: 1,
  },
  'wrong-receipt': {
    description: 'a client that applies a read receipt to a later message than it names',
    violates: 'timeline',
    options: { breakPorts: believesReadReceiptsTooMuch },
    noticedBy: 3,
  },
  'lost-log-event': {
    description: 'a log that sometimes loses confirmed events',
    violates: 'timeline',
    options: { breakPorts: losesLogEvents },
    noticedBy: 2,
  },
  'lost-outbox-entry': {
    description: 'a log that sometimes loses an outbox entry',
    violates: 'delivered-at-all',
    options: { breakPorts: losesOutboxEntries },
    needsWholeWorld: true,
    noticedBy: 8,
  },
  'missing-checkpoint': {
    description: 'a read model whose checkpoint advances without its rows',
    violates: 'rebuild',
    options: { breakPorts: checkpointsAhead },
    noticedBy: 1,
  },
  'kept-body': {
    description: 'a log that does not rewrite segments with erased messages',
    violates: 'erasure',
    options: { breakPorts: keepsErasedBodies },
    noticedBy: 1,
  },
  'kept-old-text': {
    description: 'a log that does not rewrite segments with edited messages',
    violates: 'erasure',
    options: { breakPorts: keepsReplacedTexts },
    usesExtensions: true,
    noticedBy: 17,
  },
  'resurrected-body': {
    description: 'a read model that is written after an erasure that it does not contain',
    violates: 'erasure',
    options: { breakPorts: writesAfterErasures },
    noticedBy: 1,
  },
  'silent-tabs': {
    description: 'a tab that does not notify other tabs of its writes',
    violates: 'quiet',
    options: { breakPorts: tellsNoTabs },
    needsWholeWorld: true,
    noticedBy: 4,
  },
  'writing-follower': {
    description: "a follower tab that overwrites the leader's read model",
    violates: 'rebuild',
    options: { breakPorts: writesInFollowers },
    noticedBy: 76,
  },
  'double-refresh': {
    description: 'a tab that uses a refresh token that another tab has spent',
    violates: 'quiet',
    options: { breakPorts: spendsTokensTwice },
    noticedBy: 9,
  },
  'kept-quote': {
    description: 'a quote that keeps the text of a deleted or expired message',
    violates: 'timeline',
    options: { breakPorts: losesTrackOfQuotes },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'kept-file': {
    description: 'a device that does not remove the file of a sent picture',
    violates: 'device-files',
    options: { breakPorts: keepsSentFiles },
    noticedBy: 1,
  },
  'silent-failure': {
    description: 'a message rejected by the server that disappears without an error',
    violates: 'delivered-at-all',
    options: { breakPorts: dropsWhatFailed },
    noticedBy: 2,
  },
  'kept-group': {
    description: 'a client that keeps a group that its user has left',
    violates: 'conversation-list',
    options: { breakPorts: staysInGroups },
    needsWholeWorld: true,
    noticedBy: 4,
  },
  'lost-clearing': {
    description: 'a conversation that keeps its messages after clearing',
    violates: 'clearing',
    options: { breakPorts: forgetsClearings },
    noticedBy: 1,
  },
  'cleared-while-waiting': {
    description: 'a clearing that discards messages in flight',
    violates: 'delivered-at-all',
    options: { breakPorts: clearsPendingEvents, leftOut: groupManagementNames },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'lost-preserved-outbox': {
    description: 'a forced sign-out that does not preserve the outbox',
    violates: 'delivered-at-all',
    options: { breakPorts: losesPreservedMessages },
    noticedBy: 3,
  },
  'group-sent-twice': {
    description: 'a client that sends each group message twice',
    violates: 'delivered-once',
    options: { breakPorts: sendsToGroupsTwice },
    noticedBy: 2,
  },
  'orphaned-file': {
    description: 'a picture discarded right after the transcode, whose file is never removed',
    violates: 'device-files',
    options: { breakPorts: orphansMadeFiles },
    noticedBy: 1,
  },
  'late-read-all': {
    description: 'a "read all" call that is repeated after newer messages arrived',
    violates: 'read-marker',
    options: { breakPorts: readsAllLateAgain },
    needsWholeWorld: true,
    noticedBy: 3,
  },
  'stripped-mentions': {
    description: 'a client that sends messages without their mentions',
    violates: 'message-content',
    options: { breakPorts: stripsMentions },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'stripped-quotes': {
    description: 'a client that sends messages without their quotes',
    violates: 'message-content',
    options: { breakPorts: stripsQuotes },
    noticedBy: 1,
  },
  'untried-upload': {
    description: 'a client that fails some files without an upload',
    violates: 'rejection-reason',
    options: { breakPorts: missesFiles },
    noticedBy: 1,
  },
  'lost-unread-mark': {
    description: 'a client that drops every mark as unread',
    violates: 'mark-unread',
    options: { breakClient: dropsUnreadMarks },
    needsWholeWorld: true,
    noticedBy: 34,
  },
  'lost-hiding': {
    description: 'a hidden conversation that stays in the list',
    violates: 'hidden-conversation',
    options: { breakPorts: forgetsHidings },
    needsWholeWorld: true,
    noticedBy: 22,
  },
  'stuck-presence': {
    description: 'a client that misses friends who come online',
    violates: 'presence',
    options: { breakPorts: missesArrivals },
    noticedBy: 20,
  },
  'quote-lost-on-read': {
    description: 'quotes that are lost when the log is read',
    violates: 'rebuild',
    options: { breakPorts: losesQuotesOnRead },
    noticedBy: 19,
  },
  'mention-lost-on-read': {
    description: 'mentions that are lost when the log is read',
    violates: 'rebuild',
    options: { breakPorts: losesMentionsOnRead },
    noticedBy: 2,
  },
  'mixed-accounts': {
    description: 'a tab that appends the events of one account to the log of another',
    violates: 'accounts-apart',
    options: { breakPorts: appendsToAllAccounts },
    noticedBy: 59,
  },
  'unannounced-stickers': {
    description: 'a tab that does not tell the other tabs of its changes of the own stickers',
    violates: 'own-stickers',
    options: { breakPorts: keepsStickerChangesToItself },
    noticedBy: 45,
  },
  'lost-pin': {
    description: 'a client that ignores pins in the list of the server',
    violates: 'conversation-order',
    options: { breakPorts: unpinsEverything },
    needsWholeWorld: true,
    noticedBy: 3,
  },
} as const satisfies Record<string, Mutant>

/** All lists of mutants. A name in two of them would hide a mutant. */
export const mutantLists: readonly Readonly<Record<string, Mutant>>[] = [
  ...[serverMutants, groupMutants, draftMutants, erasureMutants, orderMutants, clientMutants, nodeMutants],
]

/** Planted bugs, one at a time, that the simulation's checks must detect. */
export const mutants = {
  ...serverMutants,
  ...nodeMutants,
  ...groupMutants,
  ...draftMutants,
  ...erasureMutants,
  ...orderMutants,
  ...shownMutants,
  ...clientMutants,
} as const
export type MutantName = keyof typeof mutants

export const isMutantName = (name: string): name is MutantName => Object.hasOwn(mutants, name)
