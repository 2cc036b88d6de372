import { describe, it } from 'vitest'
import { databaseForTests, describeFailure } from './play-seeds.ts'
import { runSeed } from './run-seed.ts'
import type { CommandName } from './scenario/commands.ts'
import type { FaultName } from './scenario/faults.ts'

const database = databaseForTests()

/** Commands added after these seeds were found. With them a seed would draw other commands. */
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

/** Commands and faults added after all of these seeds were found. */
const latest = {
  commands: ['sendTogether', 'sendMixture'],
  faults: ['loseWriteAnswers', 'jumpClock'],
} as const

/** Faults added after these seeds were found. */
const laterFaults: readonly FaultName[] = [
  'faultyStorage',
  'failCalls',
  'endDevice',
  'stopServer',
  'freeze',
  'hideLeader',
]

/** Seeds that once failed, with the bug that each found. */
const regressions: readonly (readonly [seed: number, found: string])[] = [
  [
    11,
    'a message with a hanging HTTP request blocked its queue after a login, and later messages stayed stale',
  ],
  [19, 'a storage failure at the start showed a signed-in person as signed out'],
  [24, 'a message deleted after the server had counted it stayed in the unread count'],
  [47, 'a command that the storage rejected threw instead of returning a rejection'],
  [60, 'a read receipt that arrived during a storage failure was lost until the next login'],
  [921, 'a message stored by a tab that died before it notified the others was not sent'],
  [923, 'a late friend list overwrote the status of a friend who had come online since'],
]

/** Seeds found later, each with the commands added after it. */
const laterRegressions: readonly (readonly [seed: number, found: string, leftOut: readonly CommandName[]])[] =
  [
    [
      21,
      'a message discarded in flight and accepted by the server was visible to everyone except its writer',
      ['lookBack'],
    ],
    [502, 'the response to a message restored its text in a group that had been left meanwhile', []],
    [
      765,
      'a row showed an older message after more messages had burned behind an unread one than it stores',
      [],
    ],
    [1491, 'a local deletion that was lost with its tab had removed the text from the stored log', []],
    [1818, 'a sign-in that a full storage had rejected survived the sign-out by another tab', []],
    [1540, 'an unread message deleted for this device still counted in a group joined late', []],
    [1538, 'a tab that missed a sign-out and the next sign-in continued to write to the ended log', []],
    [2161, 'a removal stored by another tab removed a message that had arrived after it', []],
    [3157, 'a leader that woke removed a picture before it knew the message from another tab', []],
    [2733, 'a tab missed that the in-memory sign-in of another tab had been stored', []],
    [4086, 'cleared messages of a group returned on a device that had missed a departure and a return', []],
    [3339, 'a message that one tab stored after another had erased it kept its text', []],
    [4924, 'a file accepted while the storage started to fail was required after its tab had died', []],
    [4831, 'a group list in flight during an application removed the applicant from the badge', []],
    [4939, 'a sign-out that another tab took over after a sleep counted as failed and ran twice', []],
    [
      2652,
      'a tab woke to a log in which only the message of a shared pending event was left, and waited forever',
      [],
    ],
    [9776, 'two tabs sent the preserved outbox, one of them after the server had accepted it', []],
    [8988, 'a group known only by its messages kept those from before a departure and a return', []],
    [7782, 'a clearing that only the memory of a dying tab held was required after its death', []],
    [8443, 'a row kept its position after its only message was recalled', []],
    [6852, 'a deletion took effect during a database failure without a notification', []],
    [
      6092,
      'a preserved message that the server had accepted and a person had deleted returned when it was sent again',
      [],
    ],
    [500_564, 'an acknowledgement brought a message back into a group that had just been removed', []],
  ]

describe('seeds that once failed', () => {
  it.each(regressions)('seed %i: %s', async (seed) => {
    const result = await runSeed(database(), seed, {
      isSmall: true,
      leftOut: [...later, ...latest.commands],
      faultsLeftOut: [...laterFaults, ...latest.faults],
    })
    if (result.violations.length > 0) throw new Error(describeFailure(result))
  })

  it.each(laterRegressions)('seed %i: %s', async (seed, _, leftOut) => {
    const result = await runSeed(database(), seed, {
      leftOut: [...leftOut, ...latest.commands],
      faultsLeftOut: latest.faults,
    })
    if (result.violations.length > 0) throw new Error(describeFailure(result))
  })
})
