import { describe, it } from 'vitest'
import { databaseForTests, describeFailure } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'
import type { CommandName } from './scenario/commands.ts'
import type { FaultName } from './scenario/faults.ts'

const database = databaseForTests()

/** Commands that came after these seeds were found; with them a seed would draw other things. */
const later: readonly CommandName[] = [
  ...([
    'setDisappearingTimer',
    'hide',
    'clear',
    'deleteConversation',
    'markUnread',
    'quote',
    'mention',
  ] as const),
  ...(['createGroup', 'addMember', 'joinGroup', 'leaveGroup', 'removeMember', 'disbandGroup'] as const),
  ...(['banMember', 'banAll', 'changeRole', 'passGroupOn', 'renameGroup', 'announce'] as const),
  ...(['nameInGroup', 'answerApplicant', 'pin', 'mute', 'readAll', 'readWhole', 'show'] as const),
  ...(['sendPicture', 'signOut', 'revokeElsewhere', 'tokensExpire', 'daysPass', 'recall'] as const),
  ...(['deleteForMe', 'bringBack', 'forward', 'sendSticker', 'clearAll'] as const),
  ...(['giveUpPicture', 'lookAfterUnsent', 'strangerRecites', 'applyToGroup'] as const),
  ...(['writeWhileBanned', 'forgetSignIns', 'createGroupHere', 'leaveGroupHere'] as const),
  ...(['changeGroupHere', 'lookBack'] as const),
]

/** Faults that came after these seeds were found. */
const laterFaults: readonly FaultName[] = [
  'faultyStorage',
  'failCalls',
  'endDevice',
  'stopServer',
  'freeze',
  'hideLeader',
]

/** Seeds that once failed, with what they found. */
const regressions: readonly (readonly [seed: number, found: string])[] = [
  [11, 'a message whose HTTP way hung kept its lane blocked after a login, and those behind it stayed stale'],
  [19, 'a storage that failed at the start showed a signed-in person out'],
  [24, 'a message deleted after the server had counted stayed in the unread count'],
  [47, 'a command that the storage refused rejected instead of being refused'],
  [60, 'a read receipt that came while the storage refused was lost until the next login'],
  [921, 'a message stored by a tab that died before telling the others was not sent'],
  [923, 'a friend list answered late overwrote a friend who had come online since'],
]

/** Those found since, each with the commands that came after it. */
const laterRegressions: readonly (readonly [seed: number, found: string, leftOut: readonly CommandName[]])[] =
  [
    [
      21,
      'a message given up on its way, which the server took, was seen by everybody but its writer',
      ['lookBack'],
    ],
    [502, 'the answer to a message brought its text back into a group that had been left meanwhile', []],
    [765, 'a row showed an older message once more had burned after an unread one than it remembers', []],
    [1491, 'a deletion for one device that died in memory had taken the text out of the stored log', []],
    [1818, 'a sign-in that a full storage had not taken outlived the sign-out by another tab', []],
    [1540, 'a message deleted unread for this device alone was counted on in a group joined late', []],
    [1538, 'a tab that missed a sign-out and the next sign-in wrote on to the log that they had ended', []],
    [2161, 'a removal stored by another tab took away a message that had come after it', []],
    [3157, 'a leader that woke removed a picture of whose message another tab had not told it yet', []],
    [2733, 'a tab did not hear that the sign-in by another, kept in memory when it started, was stored', []],
    [4086, 'what was cleared in a group came back to a device that had missed a departure and a return', []],
    [3339, 'a message that one tab stored after another had erased it kept its text', []],
    [4924, 'a file accepted while the storage had begun to refuse was expected back from a dead tab', []],
    [4831, 'a list that was on its way when somebody asked to join took them off the badge', []],
    [4939, 'a sign-out that another tab took over after a sleep counted as failed, and was done twice', []],
    [
      2652,
      'a tab woke to a log in which what it had been lent was nothing but its message, and waited on with it',
      [],
    ],
    [
      9776,
      'two tabs sent what a forced sign-out had left, and one of them after the server had taken it',
      [],
    ],
    [8988, 'a group known by its messages alone kept those from before its person was out and in again', []],
    [7782, 'a clearing that only the memory of a dying tab had taken was expected to outlive it', []],
    [8443, 'a row kept the place of its only message after that was recalled', []],
    [6852, 'a deletion during which the database failed was done, and nobody was told', []],
    [
      6092,
      'a kept message that the server had taken, and somebody deleted, came back when it was sent again',
      [],
    ],
  ]

describe('seeds that once failed', () => {
  it.each(regressions)('seed %i: %s', async (seed) => {
    const result = await runSeed(database(), seed, {
      isSmall: true,
      leftOut: later,
      faultsLeftOut: laterFaults,
    })
    if (result.differences.length > 0) throw new Error(describeFailure(result))
  })

  it.each(laterRegressions)('seed %i: %s', async (seed, _, leftOut) => {
    const result = await runSeed(database(), seed, { leftOut })
    if (result.differences.length > 0) throw new Error(describeFailure(result))
  })
})
