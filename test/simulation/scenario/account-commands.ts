import { and, eq, inArray, isNull, lte } from 'drizzle-orm'
import { accessTokenLife } from '#server/accounts/sign-in-sessions.ts'
import { accessToken, signInSession } from '#server/store/schema/index.ts'
import type { PersonDevice } from '../person-device.ts'
import type { World } from '../world.ts'
import { sendAttachment } from './discard-attachment.ts'
import { sendUnusualText } from './message-commands.ts'
import { callAs } from './other-device.ts'
import type { CommandRunner } from './situation.ts'

/** Records that a sign-out may drop the device's unsent messages and local commands. */
function endSignIn(world: World, personDevice: PersonDevice, keepsUnsent: boolean): void {
  world.ledger.signedOut(personDevice.device.name, keepsUnsent)
  personDevice.signInEnded()
  personDevice.device.strike('signed out')
}

/** Ends a sign-in and closes the screens that it had open. */
function noteEnd(world: World, personDevice: PersonDevice, keepsUnsent = false): void {
  endSignIn(world, personDevice, keepsUnsent)
  for (const tab of personDevice.tabs()) {
    tab.screen?.handle.close()
    tab.screen = undefined
  }
}

/** Whether the disk has stored all commands. A failing storage leaves them in memory only. */
const isDurable = ({ time }: World, personDevice: PersonDevice): boolean =>
  personDevice.device.state.diskFailsUntil <= time.now() &&
  personDevice.tabs().every(({ client }) => client.storage.get().status === 'durable')

/** Commands on sign-ins. */
export const accountCommands = {
  signOut: ({ world, tab }) => {
    const unsent = tab.client.authentication.unsentCount()
    noteEnd(world, tab.personDevice)
    const ended = () => endSignIn(world, tab.personDevice, false)
    tab.client.authentication.signOut().then(ended, ended)
    return `signs out with ${unsent} messages unsent`
  },
  /** A new password ends every sign-in except the one that set it. */
  revokeElsewhere: async ({ world, person }) => {
    if (!world.backend.isRunning()) return undefined
    await callAs(world, person, '/UpdatePassword', { Password: person.password }, '/CheckPassword')
    for (const personDevice of person.personDevices) noteEnd(world, personDevice)
    return 'is signed out everywhere by a new password'
  },
  /**
   * The server revokes every sign-in while a message is pending and no connection is open. The next refresh is
   * rejected, which preserves the outbox (DEC-115).
   */
  forgetSignIns: async (situation) => {
    const { world, person, random } = situation
    for (const { connections } of person.personDevices) for (const connection of connections) connection.cut()
    const count = random.integer(1, 3)
    for (let index = 0; index < count; index++) sendUnusualText(situation)
    if (random.chance(0.3)) sendAttachment(situation)
    await world.database.truth
      .update(signInSession)
      .set({ revokedAt: world.time.now() })
      .where(and(eq(signInSession.accountId, person.userId ?? 0), isNull(signInSession.revokedAt)))
    for (const personDevice of person.personDevices)
      noteEnd(world, personDevice, isDurable(world, personDevice))
    return `is signed in nowhere any more, with ${count} texts just written`
  },
  /**
   * One minute is the shortest lifetime that a server gives a token. A token that expires between its renewal and the
   * next login signs out [SOCK-05].
   */
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
} as const satisfies Record<string, CommandRunner>
