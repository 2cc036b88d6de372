import type { AccountClient } from '#client/client.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { DrawnRandom } from '../../world/seeded-random.ts'
import { applyAfter } from '../newcomer.ts'
import { whenReady } from './start-client.ts'

export interface ApplicationOptions {
  readonly account: AccountClient
  readonly clock: Clock
  readonly random: DrawnRandom
  readonly report: ReportPort
  readonly isFreshWorld: boolean
  /** Phone number of the person to be asked. */
  readonly phone: string
  readonly remark: string
}

/** Asks the person signed in to be friends, a while after the start of a new world; returns what gives that up. */
export function applyAsFriend(options: ApplicationOptions): () => void {
  const { account, clock, random, isFreshWorld, phone } = options
  const endings: (() => void)[] = []
  const ask = () =>
    endings.push(
      whenReady(account.lookups.person(phone), findPerson, (person) => void apply(person, options)),
    )
  const decide = () => {
    const isFriend = account.conversations.get().length > 0
    const delay = applyAfter({ isFriend, isFreshWorld }, random)
    if (delay === undefined) return
    const timer = clock.setTimeout(ask, delay)
    endings.push(() => clock.clearTimeout(timer))
  }
  endings.push(whenReady(account.hasLoadedConversations, (hasLoaded) => hasLoaded || undefined, decide))
  return () => {
    for (const end of endings) end()
  }
}

const findPerson = (view: LookupState<readonly FoundPerson[]>): FoundPerson | undefined =>
  view.status === 'ready' ? view.value[0] : undefined

async function apply(
  { userId, chatId }: FoundPerson,
  { account, remark, report }: ApplicationOptions,
): Promise<void> {
  const outcome = await account.contacts.apply({ userId, chatId, remark, source: 'search' })
  if (!outcome.isOk) report.fault({ kind: 'demo bot', detail: 'the application was refused' })
}
