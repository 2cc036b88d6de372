import type { StateSnapshot } from 'react-virtuoso'
import type { UserId } from '#schemas/ids.ts'

const places = new Map<string, StateSnapshot>()
const nameOf = (user: UserId, list: string): string => `${user} ${list}`

/** Where a list of this account was left in this tab [SESS-05]. */
export const readPlace = (user: UserId, list: string): StateSnapshot | undefined =>
  places.get(nameOf(user, list))

export const rememberPlace = (user: UserId, list: string, state: StateSnapshot): void => {
  places.set(nameOf(user, list), state)
}

/** Another account's places are of no use any more. */
export const forgetOthers = (user: UserId): void => {
  for (const name of places.keys()) if (!name.startsWith(`${user} `)) places.delete(name)
}
