import type { WorldOptions } from '../create-seeded-world.ts'
import { losesMentions, missesGroupDeletions, tellsOutsiders } from './group-mutants.ts'
import { clearsWhatWaits, losesWhatWasKept, orphansMadeFiles } from './outbox-mutants.ts'
import { forgetsDeletions, forgetsReadMarks, keepsOwnReadsToItself, losesFrames } from './server-mutants.ts'
import {
  checkpointsAhead,
  dropsWhatFailed,
  forgetsClearings,
  keepsErasedBodies,
  keepsSentFiles,
  losesLogEvents,
  losesOutboxEntries,
  losesTrackOfQuotes,
  staysInGroups,
  writesAfterErasures,
} from './storage-mutants.ts'
import { tellsNoTabs, writesInFollowers } from './tab-mutants.ts'
import {
  believesReadReceiptsTooMuch,
  neverSendsAgain,
  readsAllLateAgain,
  sendsToGroupsTwice,
  sendsUnderFreshIdentities,
  spendsTokensTwice,
  takesWrongPlaces,
} from './wire-mutants.ts'

export interface Mutant {
  /** A bug that a developer could plausibly write. */
  readonly description: string
  readonly options: WorldOptions
  /** A seed from 1 to 200 that detected it, played first. If scenarios have changed since, another seed will. */
  readonly noticedBy: number
}

/** Planted bugs, one at a time, that the simulation's checks must detect. */
export const mutants = {
  'lost-frames': {
    description: 'a server that loses pushed messages and returns an empty history',
    options: { breakBackend: losesFrames },
    noticedBy: 1,
  },
  'lost-read-mark': {
    description: 'a server that acknowledges a read marker and does not store it',
    options: { breakBackend: forgetsReadMarks },
    noticedBy: 4,
  },
  'lost-deletion': {
    description: 'a server that omits deletions from its responses',
    options: { breakBackend: forgetsDeletions },
    noticedBy: 18,
  },
  'lost-own-read': {
    description: "a server that does not send the read markers of a person's other devices",
    options: { breakBackend: keepsOwnReadsToItself },
    noticedBy: 3,
  },
  'dropped-dedupe': {
    description: 'a client that gives a message a new idempotency key with each attempt',
    options: { breakPorts: sendsUnderFreshIdentities },
    noticedBy: 1,
  },
  'no-second-try': {
    description: 'a client that never retries a send',
    options: { breakPorts: neverSendsAgain },
    noticedBy: 1,
  },
  'wrong-order-key': {
    description: 'a client that parses a wrong sequence number from some messages',
    options: { breakPorts: takesWrongPlaces },
    noticedBy: 1,
  },
  'wrong-receipt': {
    description: 'a client that applies a read receipt to a later message than it names',
    options: { breakPorts: believesReadReceiptsTooMuch },
    noticedBy: 7,
  },
  'lost-log-event': {
    description: 'a log that sometimes loses confirmed events',
    options: { breakPorts: losesLogEvents },
    noticedBy: 1,
  },
  'lost-outbox-entry': {
    description: 'a log that sometimes loses an outbox entry',
    options: { breakPorts: losesOutboxEntries },
    noticedBy: 5,
  },
  'missing-checkpoint': {
    description: 'a read model whose checkpoint advances without its rows',
    options: { breakPorts: checkpointsAhead },
    noticedBy: 1,
  },
  'kept-body': {
    description: 'a log that does not rewrite segments with erased messages',
    options: { breakPorts: keepsErasedBodies },
    noticedBy: 1,
  },
  'resurrected-body': {
    description: 'a read model that is written after an erasure that it does not contain',
    options: { breakPorts: writesAfterErasures },
    noticedBy: 1,
  },
  'silent-tabs': {
    description: 'a tab that does not notify other tabs of its writes',
    options: { breakPorts: tellsNoTabs },
    noticedBy: 2,
  },
  'writing-follower': {
    description: "a follower tab that overwrites the leader's read model",
    options: { breakPorts: writesInFollowers },
    noticedBy: 3,
  },
  'double-refresh': {
    description: 'a tab that uses a refresh token that another tab has spent',
    options: { breakPorts: spendsTokensTwice },
    noticedBy: 2,
  },
  'kept-quote': {
    description: 'a quote that keeps the text of a deleted or burned message',
    options: { breakPorts: losesTrackOfQuotes },
    noticedBy: 21,
  },
  'kept-file': {
    description: 'a device that does not remove the file of a sent picture',
    options: { breakPorts: keepsSentFiles },
    noticedBy: 1,
  },
  'silent-failure': {
    description: 'a message rejected by the server that disappears without an error',
    options: { breakPorts: dropsWhatFailed },
    noticedBy: 3,
  },
  'kept-group': {
    description: 'a client that keeps a group that its user has left',
    options: { breakPorts: staysInGroups },
    noticedBy: 4,
  },
  'lost-clearing': {
    description: 'a conversation that keeps its messages after clearing',
    options: { breakPorts: forgetsClearings },
    noticedBy: 2,
  },
  'missed-group-deletion': {
    description: 'a deletion in a group that does not reach one member',
    options: { breakBackend: missesGroupDeletions },
    noticedBy: 1,
  },
  'lost-mention': {
    description: 'a server that does not send mentions',
    options: { breakBackend: losesMentions },
    noticedBy: 1,
  },
  'outsider-delivery': {
    description: "a server that sends a group's messages to people outside it",
    options: { breakBackend: tellsOutsiders },
    noticedBy: 14,
  },
  'cleared-while-waiting': {
    description: 'a clearing that discards messages in flight',
    options: { breakPorts: clearsWhatWaits },
    noticedBy: 59,
  },
  'lost-preserved-outbox': {
    description: 'a forced sign-out that does not preserve the outbox',
    options: { breakPorts: losesWhatWasKept },
    noticedBy: 5,
  },
  'group-sent-twice': {
    description: 'a client that sends each group message twice',
    options: { breakPorts: sendsToGroupsTwice },
    noticedBy: 1,
  },
  'orphaned-file': {
    description: 'a picture discarded right after the transcode, whose file is never removed',
    options: { breakPorts: orphansMadeFiles },
    noticedBy: 1,
  },
  'late-read-all': {
    description: 'a "read all" call that is repeated after newer messages arrived',
    options: { breakPorts: readsAllLateAgain },
    noticedBy: 7,
  },
} as const satisfies Record<string, Mutant>
export type MutantName = keyof typeof mutants

export const isMutantName = (name: string): name is MutantName => Object.hasOwn(mutants, name)
