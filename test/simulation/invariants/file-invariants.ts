import type { UserId } from '#schemas/ids.ts'
import type { PersonDevice } from '../person-device.ts'
import { mostAttachments } from '../scenario/send-groups.ts'
import type { Person, World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/**
 * Checks that a file on the server lives as long as its message has a body, and that each file message has its own
 * file.
 */
export function checkServerFiles({ files, messages }: Truth): Violations {
  const alive = new Set(messages.filter(({ body }) => body !== null).map(({ id }) => id))
  const dead = files.filter(({ messageId }) => messageId !== null && !alive.has(messageId))
  const shown = new Set(files.map(({ messageId }) => messageId))
  const isOfFile = (type: string) => type === 'pic' || type === 'file'
  const bare = messages.filter(({ id, type, body }) => isOfFile(type) && body !== null && !shown.has(id))
  return violationsOf('server-files', [
    ...dead.map(({ messageId }) => `the file of message ${messageId} outlives it`),
    ...bare.map(({ id }) => `message ${id} shows a file that is not there`),
  ])
}

/** Longer than a leader waits before it treats a file without a message as left behind, ms. */
const cleaningTime = 62_000

/**
 * Checks that a device stores only files of pending messages. An ended tab may leave the files of one send behind. A
 * failing disk may leave each file that it reported as not stored or not removed. The next client removes such files
 * after its start, which a copy of the disk shows. Files in the memory of a tab end with the tab.
 */
export async function checkDeviceFiles(
  world: World,
  { userId }: Person,
  personDevice: PersonDevice,
  { unsent }: Shown,
): Promise<Violations> {
  if (userId === undefined) return []
  const waiting = unsent.filter(({ hasFile }) => hasFile).length
  const keys = await keysOfFiles(personDevice, userId)
  const count = keys.length
  if (count === waiting) return []
  // Not counted by the clients' reports, because a client reports each kind of fault once a minute at most.
  const failed = keys.filter((key) => personDevice.device.hasFileFault(key)).length
  const leftBehind = failed + personDevice.endedTabs() * mostAttachments
  const least = personDevice.mayHaveForgotten() ? 0 : waiting
  if (count < least || count > waiting + leftBehind)
    return violationsOf('device-files', [
      `${personDevice.device.name} keeps ${count} files for ${waiting} waiting attachments`,
    ])
  const copy = world.copyPersonDevice(personDevice, 'everything')
  const tab = copy.openTab()
  await world.time.runUntil(world.time.now() + cleaningTime)
  tab.life.end()
  const left = (await keysOfFiles(copy, userId)).length
  return left >= least && left <= waiting
    ? []
    : violationsOf('device-files', [
        `${personDevice.device.name} would keep ${left} files for ${waiting} waiting attachments after a start`,
      ])
}

async function keysOfFiles({ device }: PersonDevice, user: UserId): Promise<readonly string[]> {
  const account = await device.disk.storage().open(user)
  return (await account.files.list()).map(({ key }) => key)
}
