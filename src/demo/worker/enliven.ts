import type { Locale } from '#src/app/locales.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { browserRandom } from '#src/app/ports/random.ts'
import { errorText, type ReportFault } from './faults.ts'
import type { World } from './world.ts'

/** Brings the people of a world to life who are clients of their own. Never rejects. */
export async function enliven(
  { server }: World,
  report: ReportFault,
  world: { readonly locale: Locale; readonly isFresh: boolean },
): Promise<void> {
  try {
    // Not a part of the worker's first load: nobody waits for them.
    const { startBots } = await import('../bots/start-bots.ts')
    startBots({
      server,
      peer: server.peer,
      signIn: server.signIn,
      clock: browserClock,
      random: browserRandom,
      report: { fault: report },
      locale: world.locale,
      isFreshWorld: world.isFresh,
    })
  } catch (cause) {
    report({ kind: 'demo bots', detail: errorText(cause) })
  }
}
