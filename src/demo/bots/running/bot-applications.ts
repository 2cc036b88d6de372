import type { AccountClient } from '#client/client.ts'
import { canManage } from '#domain/group/roles.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { RandomPicker } from '../../world/seeded-random.ts'
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
  readonly random: RandomPicker
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
export const newcomer: BotBehaviour = (situation, botTexts, random) => {
  const unanswered = findUnanswered(situation)
  const hasGreeted = situation.messages.some(({ isOwn }) => isOwn)
  if (!hasGreeted) return [...readMessages(unanswered, 1500), ...sendTexts(botTexts.greeting, random)]
  if (unanswered.length === 0) return []
  return [
    ...readMessages(unanswered, readingTime(unanswered, random)),
    ...sendTexts(findAnswer(unanswered, botTexts, situation, random), random),
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

interface GroupOptions {
  readonly account: AccountClient
  readonly clock: Clock
  readonly random: RandomPicker
  readonly report: ReportPort
}

interface GroupApplicationOptions extends GroupOptions {
  /** The wire id of the group. */
  readonly groupId: number
  readonly remark: string
  /** The range of the pause before the application, ms. */
  readonly after: readonly [number, number]
}

/** Applies to join a group once, some time after the list is loaded. Returns the function that cancels it. */
export function applyToGroup(options: GroupApplicationOptions): () => void {
  const { account, clock, random, report, groupId, remark, after } = options
  const group = conversationId('group', groupId)
  let cancelTimer = () => {}
  const apply = async () => {
    if (account.conversations.get().some(({ id }) => id === group)) return
    const outcome = await account.groups.join({ group, remark })
    if (!outcome.isOk) report.fault({ kind: 'demo bot', detail: 'the group rejected the application' })
  }
  const cancelWait = whenReady(
    account.hasLoadedConversations,
    (hasLoaded) => hasLoaded || undefined,
    () => {
      const timer = clock.setTimeout(() => void apply(), random.integer(...after))
      cancelTimer = () => clock.clearTimeout(timer)
    },
  )
  return () => {
    cancelWait()
    cancelTimer()
  }
}

/** The time that a manager takes to decide, ms. */
const consideration = [20_000, 50_000] as const

/** Accepts applications to the groups that the bot manages, after a while. Returns the function that stops it. */
export function acceptApplications({ account, clock, random }: GroupOptions): () => void {
  const timers = new Map<ConversationId, ReturnType<Clock['setTimeout']>>()
  const accept = async (group: ConversationId) => {
    const applications = await account.lookUpGroupApplications(group).fresh()
    timers.delete(group)
    // No longer a manager, or offline. The next change of the list tries again.
    if (applications.status !== 'ready') return
    // A rejection is no fault: another manager may have decided.
    for (const { applicationId, status } of applications.value)
      if (status === 'pending') await account.groups.answer(group, applicationId, 'accepted')
  }
  const check = () => {
    for (const { id, group } of account.conversations.get()) {
      if (!group || !canManage(group.role) || group.applicationCount === 0 || timers.has(id)) continue
      timers.set(
        id,
        clock.setTimeout(() => void accept(id), random.integer(...consideration)),
      )
    }
  }
  const unsubscribe = account.conversations.subscribe(check)
  check()
  return () => {
    unsubscribe()
    for (const timer of timers.values()) clock.clearTimeout(timer)
  }
}
