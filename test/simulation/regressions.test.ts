import { describe, expect, it } from 'vitest'
import type { WorldOptions } from './create-seeded-world.ts'
import { databaseForTests, describeFailure } from './play-seeds.ts'
import {
  completeRegressions,
  extendedRegressions,
  laterRegressions,
  newestRegressions,
  type Regression,
  smallRegressions,
} from './regression-seeds.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import type { CommandName } from './scenario/commands.ts'
import { contactCommandNames } from './scenario/contact-commands.ts'
import { extensionCommandNames } from './scenario/extension-commands.ts'
import type { FaultName } from './scenario/faults.ts'
import { groupManagementNames } from './scenario/group-management-commands.ts'
import { guestCommandNames } from './scenario/guest-commands.ts'
import { stickerCommandNames } from './scenario/sticker-commands.ts'
import { parseTraceLine, reaches, type TraceLine } from './trace-steps.ts'

const database = databaseForTests()

/** Commands added after these seeds were found. With them a seed would draw other commands. */
const later: readonly CommandName[] = [
  ...(['setDisappearingTimer', 'hide', 'clear', 'deleteConversation'] as const),
  ...(['markUnread', 'quote', 'mention'] as const),
  ...(['createGroup', 'addMember', 'joinGroup', 'leaveGroup', 'removeMember', 'disbandGroup'] as const),
  ...(['banMember', 'banAll', 'changeRole', 'passGroupOn', 'renameGroup', 'announce'] as const),
  ...(['nameInGroup', 'answerApplicant', 'pin', 'mute', 'readAll', 'readWhole', 'show'] as const),
  ...(['sendPicture', 'signOut', 'revokeElsewhere', 'tokensExpire', 'daysPass', 'recall'] as const),
  ...(['deleteForMe', 'undoDeletion', 'forward', 'sendSticker', 'clearAll'] as const),
  ...(['giveUpPicture', 'lookAfterUnsent', 'strangerRecites', 'applyToGroup'] as const),
  ...(['writeWhileBanned', 'forgetSignIns', 'createGroupHere', 'leaveGroupHere'] as const),
  ...(['changeGroupHere', 'lookBack'] as const),
]

/** Commands and faults added after all but the newest of these seeds were found. */
const latest = {
  commands: [
    ...(['sendTogether', 'sendMixture', ...groupManagementNames, ...contactCommandNames] as const),
    ...([...stickerCommandNames, ...guestCommandNames, ...extensionCommandNames] as const),
  ],
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

/** Plays a seed once for all of its regressions. */
function playOnce(options: WorldOptions): (seed: number) => Promise<SeedResult & { trace: TraceLine[] }> {
  const played = new Map<number, Promise<SeedResult & { trace: TraceLine[] }>>()
  const play = async (seed: number) => {
    const trace: TraceLine[] = []
    const show = (line: string) => void trace.push(parseTraceLine(line))
    return { ...(await runSeed(database(), seed, { ...options, show })), trace }
  }
  return (seed) => {
    const result = played.get(seed) ?? play(seed)
    played.set(seed, result)
    return result
  }
}

const playSmall = playOnce({
  isSmall: true,
  leftOut: [...later, ...latest.commands],
  faultsLeftOut: [...laterFaults, ...latest.faults],
})
const playLater = playOnce({ leftOut: latest.commands, faultsLeftOut: latest.faults })
const playNewest = playOnce({ leftOut: [...stickerCommandNames, ...extensionCommandNames] })
const playComplete = playOnce({ leftOut: extensionCommandNames })
const playExtended = playOnce({})

async function expectReachedAndHealthy({ seed, situation }: Regression, play: typeof playLater) {
  const result = await play(seed)
  if (result.violations.length > 0) throw new Error(describeFailure(result))
  const steps = situation.map((step) => (typeof step === 'string' ? { line: step } : step))
  expect(reaches(result.trace, steps), `seed ${seed} does not reach its situation any more`).toBe(true)
}

describe('seeds that once failed', () => {
  it.each(smallRegressions)('seed $seed: $found', (regression) =>
    expectReachedAndHealthy(regression, playSmall),
  )

  it.each(laterRegressions)('seed $seed: $found', (regression) =>
    expectReachedAndHealthy(regression, playLater),
  )

  it.each(newestRegressions)('seed $seed: $found', (regression) =>
    expectReachedAndHealthy(regression, playNewest),
  )

  it.each(completeRegressions)('seed $seed: $found', (regression) =>
    expectReachedAndHealthy(regression, playComplete),
  )

  it.each(extendedRegressions)('seed $seed: $found', (regression) =>
    expectReachedAndHealthy(regression, playExtended),
  )
})
