import type { Seat } from '../seat.ts'
import type { Person, World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import type { Differences } from './difference.ts'
import type { Truth } from './truth.ts'

/** A file on the server lives as long as its message has a body, and every picture and file message has one of its own. */
export function checkServerFiles({ files, messages }: Truth): Differences {
  const alive = new Set(messages.filter(({ body }) => body !== null).map(({ id }) => id))
  const dead = files.filter(({ messageId }) => messageId !== null && !alive.has(messageId))
  const shown = new Set(files.map(({ messageId }) => messageId))
  const isOfFile = (type: string) => type === 'pic' || type === 'file'
  const bare = messages.filter(({ id, type, body }) => isOfFile(type) && body !== null && !shown.has(id))
  return [
    ...dead.map(({ messageId }) => `the file of message ${messageId} outlives it`),
    ...bare.map(({ id }) => `message ${id} shows a file that is not there`),
  ]
}

/**
 * A device keeps the files of messages that wait, and no others: but for one a crash may have left behind each time,
 * or a disk that failed, which a later start removes.
 */
export async function checkDeviceFiles(
  world: World,
  { userId }: Person,
  seat: Seat,
  { unsent }: Shown,
): Promise<Differences> {
  if (userId === undefined) return []
  const account = await seat.device.disk.storage().open(userId)
  const kept = (await account.files.list()).length
  const waiting = unsent.filter(({ hasFile }) => hasFile).length
  const failures = world.reported.filter(({ kind }) => kind === 'local file').length
  const leftBehind = failures + seat.endedTabs()
  return kept >= waiting && kept <= waiting + leftBehind
    ? []
    : [`${seat.device.name} keeps ${kept} files for ${waiting} waiting attachments`]
}
