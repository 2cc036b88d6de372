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
  /** The bug, as somebody could really write it. */
  readonly description: string
  readonly options: WorldOptions
  /** A seed that noticed it, 1 to 200: played first. Where scenarios draw otherwise by now, another one will. */
  readonly noticedBy: number
}

/** Deliberate bugs, one at a time, that the simulation's checks have to notice. */
export const mutants = {
  'lost-frames': {
    description: 'a server whose pushed messages get lost and whose history is empty',
    options: { breakBackend: losesFrames },
    noticedBy: 1,
  },
  'lost-read-mark': {
    description: 'a server that answers a read mark and forgets it',
    options: { breakBackend: forgetsReadMarks },
    noticedBy: 4,
  },
  'lost-deletion': {
    description: 'a server that knows of no deletion when it is asked',
    options: { breakBackend: forgetsDeletions },
    noticedBy: 18,
  },
  'lost-own-read': {
    description: 'a server that tells nobody how far they have read elsewhere',
    options: { breakBackend: keepsOwnReadsToItself },
    noticedBy: 3,
  },
  'dropped-dedupe': {
    description: 'a client that gives a message a new identity with each try',
    options: { breakPorts: sendsUnderFreshIdentities },
    noticedBy: 1,
  },
  'no-second-try': {
    description: 'a client that sends nothing again',
    options: { breakPorts: neverSendsAgain },
    noticedBy: 1,
  },
  'wrong-order-key': {
    description: 'a client that reads a wrong sequence number off some messages',
    options: { breakPorts: takesWrongPlaces },
    noticedBy: 1,
  },
  'wrong-receipt': {
    description: 'a client that takes a read receipt for a later message than it names',
    options: { breakPorts: believesReadReceiptsTooMuch },
    noticedBy: 7,
  },
  'lost-log-event': {
    description: 'a log that now and then loses what it has confirmed',
    options: { breakPorts: losesLogEvents },
    noticedBy: 1,
  },
  'lost-outbox-entry': {
    description: 'a log that now and then loses a message that was to be sent',
    options: { breakPorts: losesOutboxEntries },
    noticedBy: 5,
  },
  'missing-checkpoint': {
    description: 'a read model whose checkpoint moves on without its rows',
    options: { breakPorts: checkpointsAhead },
    noticedBy: 1,
  },
  'kept-body': {
    description: 'a log that does not rewrite what is erased',
    options: { breakPorts: keepsErasedBodies },
    noticedBy: 1,
  },
  'resurrected-body': {
    description: 'a read model that is written although something was erased since it was computed',
    options: { breakPorts: writesAfterErasures },
    noticedBy: 1,
  },
  'silent-tabs': {
    description: 'a tab that tells no other of what it wrote',
    options: { breakPorts: tellsNoTabs },
    noticedBy: 2,
  },
  'writing-follower': {
    description: "a follower that writes a read model over the leader's",
    options: { breakPorts: writesInFollowers },
    noticedBy: 3,
  },
  'double-refresh': {
    description: 'a tab that spends a refresh token which another has spent before',
    options: { breakPorts: spendsTokensTwice },
    noticedBy: 2,
  },
  'kept-quote': {
    description: 'a quote that keeps the text of a message that was deleted or has burned',
    options: { breakPorts: losesTrackOfQuotes },
    noticedBy: 21,
  },
  'kept-file': {
    description: 'a device that keeps the file of a picture that was sent',
    options: { breakPorts: keepsSentFiles },
    noticedBy: 1,
  },
  'silent-failure': {
    description: 'a message that the server refused and that goes without a word',
    options: { breakPorts: dropsWhatFailed },
    noticedBy: 3,
  },
  'kept-group': {
    description: 'a client that keeps a group its person is out of',
    options: { breakPorts: staysInGroups },
    noticedBy: 4,
  },
  'lost-clearing': {
    description: 'a cleared conversation whose messages stay',
    options: { breakPorts: forgetsClearings },
    noticedBy: 2,
  },
  'missed-group-deletion': {
    description: 'a deletion in a group that does not reach one of its members',
    options: { breakBackend: missesGroupDeletions },
    noticedBy: 1,
  },
  'lost-mention': {
    description: 'a server that tells nobody whom a message mentions',
    options: { breakBackend: losesMentions },
    noticedBy: 1,
  },
  'told-outsider': {
    description: "a server that goes on telling a group's messages to who is not in it",
    options: { breakBackend: tellsOutsiders },
    noticedBy: 14,
  },
  'cleared-while-waiting': {
    description: 'a clearing that gives up messages on their way',
    options: { breakPorts: clearsWhatWaits },
    noticedBy: 59,
  },
  'lost-kept': {
    description: 'a forced sign-out that leaves nothing of what was not sent',
    options: { breakPorts: losesWhatWasKept },
    noticedBy: 5,
  },
  'group-sent-twice': {
    description: 'a client that sends to groups twice',
    options: { breakPorts: sendsToGroupsTwice },
    noticedBy: 1,
  },
  'orphaned-file': {
    description: 'a picture given up right after it was made, whose file stays for good',
    options: { breakPorts: orphansMadeFiles },
    noticedBy: 1,
  },
  'late-read-all': {
    description: 'a reading of everything that is told again when newer messages are there',
    options: { breakPorts: readsAllLateAgain },
    noticedBy: 7,
  },
} as const satisfies Record<string, Mutant>
export type MutantName = keyof typeof mutants

export const isMutantName = (name: string): name is MutantName => Object.hasOwn(mutants, name)
