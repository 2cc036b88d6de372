import type { AccountClient } from '#client/client.ts'
import type { World } from '../world.ts'
import type { Shown } from './client-invariants.ts'
import { compare } from './difference.ts'
import { type Violations, violationsOf } from './invariant.ts'
import type { Truth } from './truth.ts'

/** Checks that the server has the pins that it confirmed, unless they were removed, and none that no person sent. */
export function checkPins({ sent }: World, { messages }: Truth): Violations {
  const pins = sent.extensions.pins()
  const wrong = messages.filter(({ id, body, pinVersion }) => {
    const pin = pins.get(id)
    if (body === null) return pinVersion > 0
    return pinVersion > 0 ? !pin : pin?.isConfirmed && !pin.isRemoved
  })
  return violationsOf(
    'pins',
    wrong.map(({ id, pinVersion }) => `message ${id} has the pin version ${pinVersion}`),
  )
}

/** Checks that a client shows the pinned messages of the server that it has not deleted, the last pinned one first. */
export function checkShownPins(
  who: string,
  account: AccountClient,
  { messages }: Truth,
  { timelines }: Shown,
): Violations {
  const versions = new Map(messages.map(({ id, pinVersion }) => [id, pinVersion]))
  const versionOf = (id: number) => versions.get(id) ?? 0
  return account.conversations.get().flatMap(({ id, pinnedMessages }) =>
    compare(
      'pins',
      `${who} pins in ${id}`,
      pinnedMessages,
      (timelines[id] ?? [])
        .map((row) => Number(row.id))
        .filter((message) => versionOf(message) > 0)
        .sort((left, right) => versionOf(right) - versionOf(left)),
    ),
  )
}
