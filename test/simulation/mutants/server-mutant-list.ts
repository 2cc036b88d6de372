import { guestCommandNames } from '../scenario/guest-commands.ts'
import {
  losesMentions,
  missesGroupDeletions,
  tellsMembersToOutsiders,
  tellsOutsiders,
} from './group-mutants.ts'
import type { Mutant } from './mutant.ts'
import {
  forgetsBlocks,
  forgetsChanges,
  forgetsDeletions,
  forgetsEdits,
  forgetsReactions,
  forgetsReaders,
  forgetsReadMarks,
  forgetsTyping,
  keepsOldHistory,
  keepsOwnReadsToItself,
  keepsRemovedStickers,
  losesFrames,
  lowersReadMarkers,
} from './server-mutants.ts'

/** Bugs of the backend. */
export const serverMutants = {
  'lost-frames': {
    description: 'a server that loses pushed messages and returns an empty history',
    violates: 'timeline',
    options: { breakBackend: losesFrames },
    noticedBy: 1,
  },
  'lost-read-mark': {
    description: 'a server that acknowledges a read marker and does not store it',
    violates: 'read-marker',
    options: { breakBackend: forgetsReadMarks },
    noticedBy: 1,
  },
  'forgotten-block': {
    description: 'a server that confirms a block and does not store it',
    violates: 'block',
    options: { breakBackend: forgetsBlocks },
    noticedBy: 24,
  },
  'kept-sticker': {
    description: 'a server that confirms the removal of an own sticker and keeps it',
    violates: 'own-stickers',
    options: { breakBackend: keepsRemovedStickers },
    needsWholeWorld: true,
    noticedBy: 9,
  },
  'old-history': {
    description: 'a server that shows old messages again after the end of a friendship',
    violates: 'friendship-end',
    options: { breakBackend: keepsOldHistory },
    noticedBy: 12,
  },
  'lost-reaction': {
    description: 'a server that confirms a reaction and does not store it',
    violates: 'reactions',
    options: { breakBackend: forgetsReactions },
    usesExtensions: true,
    noticedBy: 1,
  },
  'lost-edit': {
    description: 'a server that confirms an edit and does not store it',
    violates: 'edits',
    options: { breakBackend: forgetsEdits },
    usesExtensions: true,
    noticedBy: 1,
  },
  'lost-changes': {
    description: 'a server that does not tell returning clients which messages have changed',
    violates: 'timeline',
    options: { breakBackend: forgetsChanges },
    usesExtensions: true,
    noticedBy: 1,
  },
  'lost-readers': {
    description: 'a server that does not say who has read a message',
    violates: 'readers',
    options: { breakBackend: forgetsReaders },
    noticedBy: 1,
  },
  'lost-typing': {
    description: 'a server that does not pass on that people type',
    violates: 'typing',
    options: { breakBackend: forgetsTyping },
    usesExtensions: true,
    noticedBy: 1,
  },
  'lost-deletion': {
    description: 'a server that omits deletions from its responses',
    violates: 'erasure',
    options: { breakBackend: forgetsDeletions },
    noticedBy: 2,
  },
  'lost-own-read': {
    description: "a server that does not send the read markers of a person's other devices",
    violates: 'unread-count',
    options: { breakBackend: keepsOwnReadsToItself },
    noticedBy: 3,
  },
  'missed-group-deletion': {
    description: 'a deletion in a group that does not reach one member',
    violates: 'erasure',
    options: { breakBackend: missesGroupDeletions },
    needsWholeWorld: true,
    noticedBy: 8,
  },
  'lost-mention': {
    description: 'a server that does not send mentions',
    violates: 'unread-count',
    options: { breakBackend: losesMentions },
    noticedBy: 2,
  },
  'outsider-delivery': {
    description: "a server that sends a group's messages to people outside it",
    violates: 'membership',
    options: { breakBackend: tellsOutsiders, leftOut: guestCommandNames },
    needsWholeWorld: true,
    noticedBy: 89,
  },
  'open-members': {
    description: "a server that tells a public group's members to people outside it",
    violates: 'membership',
    isViolatedAlone: true,
    options: { breakBackend: tellsMembersToOutsiders },
    needsWholeWorld: true,
    noticedBy: 2,
  },
  'lowered-read-marker': {
    description: 'a server whose read markers may go back',
    violates: 'read-marker-monotonic',
    options: { breakBackend: lowersReadMarkers },
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>
