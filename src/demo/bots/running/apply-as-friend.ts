import type { AccountClient } from '#client/client.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { DrawnRandom } from '../../world/seeded-random.ts'
import {
  type BotBehaviour,
  findAnswer,
  findUnanswered,
  readingTime,
  readMessages,
  sendTexts,
} from '../behaviour.ts'
import { whenReady } from './start-bot-client.ts'

export interface ApplicationOptions {
  readonly account: AccountClient
  readonly clock: Clock
  readonly random: DrawnRandom
  readonly report: ReportPort
  readonly isFreshWorld: boolean
  /** Phone number of the signed-in person. */
  readonly phone: string
  readonly remark: string
}

/**
 * Sends a friend application to the signed-in person some time after the start of a new world. Returns the function
 * that cancels it.
 */
export function applyAsFriend(options: ApplicationOptions): () => void {
  const { account, clock, random, isFreshWorld, phone } = options
  const endings: (() => void)[] = []
  const ask = () =>
    endings.push(
      whenReady(account.lookups.person(phone), findPerson, (person) => void apply(person, options)),
    )
  const decide = () => {
    const isFriend = account.conversations.get().some(({ kind }) => kind === 'direct')
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

/** Greets after it was accepted as a friend, then chats like the other bots. */
export const newcomer: BotBehaviour = (situation, talk, random) => {
  const unanswered = findUnanswered(situation)
  const hasGreeted = situation.messages.some(({ isOwn }) => isOwn)
  if (!hasGreeted) return [...readMessages(unanswered, 1500), ...sendTexts(talk.greeting, random)]
  if (unanswered.length === 0) return []
  return [
    ...readMessages(unanswered, readingTime(unanswered, random)),
    ...sendTexts(findAnswer(unanswered, talk, situation, random), random),
  ]
}

/** The facts that decide whether the newcomer applies. */
interface Acquaintance {
  readonly isFriend: boolean
  /** Whether the world is new, so that it cannot have applied before. */
  readonly isFreshWorld: boolean
}

/** Returns the time after the start at which the newcomer applies, ms; undefined if it does not. */
export const applyAfter = (
  { isFriend, isFreshWorld }: Acquaintance,
  random: { integer(low: number, high: number): number },
): number | undefined => (isFriend || !isFreshWorld ? undefined : random.integer(50_000, 75_000))
