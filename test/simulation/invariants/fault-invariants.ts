import type { Device } from '../device.ts'
import type { ReportedFault } from '../person-device.ts'
import type { RejectedCommand } from '../scenario/requested-commands.ts'
import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'

/** The server's error when the scenario makes its database fail. */
const databaseFailure = 'the database is failing'

/** What a client may report, and the fault that must have struck its device at most `within` ms before. */
const causes = [
  { detail: /DiskFailure|faulty: (?:quota-exceeded|connection-lost|unknown)/, cause: 'storage', within: 100 },
  // A command on the log answers with the key of its rejection, without the storage's own error.
  {
    detail: /A rejected text could not be stored|An edit could not be returned to the draft/,
    cause: 'storage',
    within: 100,
  },
  // A tab that missed a sign-out uses the deleted database until it learns of it.
  { detail: /faulty: connection-lost/, cause: 'database deleted', within: 60_000 },
  // A transaction interrupted by sleep is aborted on wake-up, because the clock continued.
  {
    detail: /StorageError: the storage is faulty: unanswered/,
    cause: 'asleep in a transaction',
    within: 60_000,
  },
  // A call is repeated before its failure is reported.
  { detail: /CallFailed: network/, cause: 'network', within: 20_000 },
  { detail: /CallFailed: rejected/, cause: 'server', within: 20_000 },
  { detail: /^code 2/, cause: 'signed out', within: 1000 },
] as const

/** Checks that clients and server report only faults that were injected shortly before. */
export const checkFaults = (world: World): Violations => [
  ...violationsOf(
    'server-fault',
    world.serverFaults
      .filter(({ detail }) => !detail.includes(databaseFailure))
      .map(({ detail }) => `the server reports ${detail}`),
  ),
  ...violationsOf(
    'client-fault',
    world.reported
      .filter((fault) => !hasCause(world, fault))
      .map(({ tab, kind, detail, at }) => `${tab} reports ${kind} at ${at}: ${detail}`),
  ),
]

function hasCause(world: World, { tab, detail, at, isSignedIn }: ReportedFault): boolean {
  const device = deviceNamed(world, tab.slice(0, tab.indexOf('.')))
  return causes.some(({ detail: expected, cause, within }) => {
    if (!expected.test(detail)) return false
    const struck = cause === 'server' ? lastServerFault(world, at) : (device?.lastStrike(cause, at) ?? 0)
    // A sign-out stays the cause until the next sign-in, because an offline device learns of it late.
    return at - struck <= within || (cause === 'signed out' && !isSignedIn && struck > 0)
  })
}

const deviceNamed = ({ people }: World, name: string): Device | undefined =>
  people
    .flatMap(({ personDevices }) => personDevices.map(({ device }) => device))
    .find((device) => device.name === name)

/** When the database last failed until `at`, virtual ms. */
const lastServerFault = ({ serverFaults }: World, at: number): number =>
  serverFaults.findLast((fault) => fault.at <= at && fault.detail.includes(databaseFailure))?.at ??
  Number.NEGATIVE_INFINITY

/** The storage fails a command within this time after the fault, ms. */
const rejectingTime = 100
/** Why a person who has left the conversation is rejected: by the own log, and by the server before the log knows. */
const departedKeys: readonly string[] = ['conversation.session-not-available', 'errors.BAD_SESSION_ID']
const isAboutLength = (key: string): boolean => /^errors\.string\.(?:length|max-length)$/.test(key)

/**
 * Checks that a client rejects a command on its own log only for its text, for a fault of the storage, or because its
 * person has signed out or left the conversation.
 */
export function checkRejections(world: World): Violations {
  const { ledger } = world
  const wrong = ledger.rejections.filter(({ requested, rejection, at }) => {
    const { isUnfit, device } = requested
    if (rejection.key === '') return true
    // Without a device the command needs the server, which has reasons of its own.
    if (device === undefined) return false
    if (isAboutLength(rejection.key)) return isUnfit === false
    if (departedKeys.includes(rejection.key)) return !hasDeparted(world, requested)
    if (isSignedOut(requested)) return rejection.key !== 'errors.storage-failed'
    const struck = deviceNamed(world, device)?.lastStrike('storage', at) ?? 0
    return rejection.key !== 'errors.storage-failed' || at - struck > rejectingTime
  })
  return violationsOf(
    'rejection-reason',
    wrong.map(
      ({ what, requested: { device }, rejection: { key } }) => `${device} rejects ${what} with "${key}"`,
    ),
  )
}

/** Whether the person has signed out on the device since the request: the log is closed and stores nothing more. */
const isSignedOut = ({ losses = [] }: RejectedCommand['requested']): boolean =>
  losses.some(({ kind }) => kind === 'signed out')

function hasDeparted(
  { people, ledger }: World,
  { device, conversation }: RejectedCommand['requested'],
): boolean {
  const writer = people.find(({ personDevices }) => personDevices.some((one) => one.device.name === device))
  return writer !== undefined && ledger.hasDeparted(writer, conversation)
}
