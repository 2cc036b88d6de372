import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { accessTokenLife } from '#server/accounts/sign-in-sessions.ts'
import { accessToken, signInSession } from '#server/store/schema/index.ts'
import type { Seat } from '../seat.ts'
import type { Person, World } from '../world.ts'
import { callAs } from './foreign-device.ts'
import { sendAttachment } from './giving-up.ts'
import { sendOdd } from './message-acts.ts'
import type { Act } from './moment.ts'

/** What a device held of this person may be gone with the sign-in: what was not sent, and what was done there alone. */
function noteEnd(world: World, person: Person, seat: Seat, keepsUnsent = false): void {
  world.ledger.signedOut(person, seat.device.name, keepsUnsent)
  seat.hasSignedIn = false
  for (const tab of seat.tabs()) {
    tab.screen?.handle.close()
    tab.screen = undefined
  }
}

/** Whether everything that was asked for lies on the disk: what a storage refuses is in memory alone. */
const isDurable = ({ time }: World, seat: Seat): boolean =>
  seat.device.state.diskFailsUntil <= time.now() &&
  seat.tabs().every(({ client }) => client.storage.get().status === 'durable')

/** What a person does with their sign-ins. */
export const accountActs = {
  signOut: ({ world, person, tab }) => {
    const unsent = tab.client.authentication.unsentCount()
    noteEnd(world, person, tab.seat)
    void tab.client.authentication.signOut()
    return `signs out with ${unsent} messages unsent`
  },
  /** A new password ends every sign-in but the one it was set by. */
  revokeElsewhere: async ({ world, person }) => {
    if (!world.backend.isRunning()) return undefined
    await callAs(world, person, '/UpdatePassword', { Password: person.password }, '/CheckPassword')
    for (const seat of person.seats) noteEnd(world, person, seat)
    return 'is signed out everywhere by a new password'
  },
  /**
   * The server forgets every sign-in while something is being written and no connection holds: the next refresh is refused, which
   * keeps what was not sent (DEC-115).
   */
  forgetSignIns: async (moment) => {
    const { world, person, random } = moment
    for (const { connections } of person.seats) for (const connection of connections) connection.cut()
    const count = random.integer(1, 3)
    for (let index = 0; index < count; index++) sendOdd(moment)
    if (random.chance(0.3)) sendAttachment(moment)
    await world.database.truth
      .update(signInSession)
      .set({ revokedAt: world.time.now() })
      .where(and(eq(signInSession.accountId, person.userId ?? 0), isNull(signInSession.revokedAt)))
    for (const seat of person.seats) noteEnd(world, person, seat, isDurable(world, seat))
    return `is signed in nowhere any more, with ${count} texts just written`
  },
  /** One minute is the least that a server gives a token: one that ends between its renewal and the next login signs out [SOCK-05]. */
  tokensExpire: async ({ world, person }) => {
    const { truth } = world.database
    const now = world.time.now()
    const isOldEnough = lte(accessToken.expiresAt, now + accessTokenLife - 60_000)
    const own = truth
      .select({ id: signInSession.id })
      .from(signInSession)
      .where(eq(signInSession.accountId, person.userId ?? 0))
    await truth
      .update(accessToken)
      .set({ expiresAt: now })
      .where(and(inArray(accessToken.sessionId, own), isOldEnough))
    return 'has access tokens that are over'
  },
} as const satisfies Record<string, Act>
