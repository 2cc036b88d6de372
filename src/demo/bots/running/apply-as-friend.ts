import type { AccountClient } from '#client/client.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { DrawnRandom } from '../../world/seeded-random.ts'
import { type BotBehaviour, readAll, readingTime, sayAll, unanswered } from '../behaviour.ts'
import { findAnswer } from '../find-answer.ts'
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
  if (!outcome.isOk) report.fault({ kind: 'demo bot', detail: 'the application was rejected' })
}

/** Greets once it has been accepted as a friend; then chats like anybody. */
export const newcomer: BotBehaviour = (situation, talk, random) => {
  const heard = unanswered(situation)
  const hasGreeted = situation.messages.some(({ isOwn }) => isOwn)
  if (!hasGreeted) return [...readAll(heard, 1500), ...sayAll(talk.greeting, random)]
  if (heard.length === 0) return []
  return [
    ...readAll(heard, readingTime(heard, random)),
    ...sayAll(findAnswer(heard, talk, situation, random), random),
  ]
}

/** What the newcomer knows when it thinks about applying. */
interface Acquaintance {
  readonly isFriend: boolean
  /** The world is new: then it cannot have applied before. */
  readonly isFreshWorld: boolean
}

/** How long after the start, ms, the newcomer asks to be friends; undefined when it does not. */
export const applyAfter = (
  { isFriend, isFreshWorld }: Acquaintance,
  random: { integer(low: number, high: number): number },
): number | undefined => (isFriend || !isFreshWorld ? undefined : random.integer(50_000, 75_000))
