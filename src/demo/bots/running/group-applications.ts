import type { AccountClient } from '#client/client.ts'
import { canManage } from '#domain/group/roles.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { DrawnRandom } from '../../world/seeded-random.ts'
import { whenReady } from './start-bot-client.ts'

interface GroupOptions {
  readonly account: AccountClient
  readonly clock: Clock
  readonly random: DrawnRandom
  readonly report: ReportPort
}

export interface GroupApplicationOptions extends GroupOptions {
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
  const look = () => {
    for (const { id, group } of account.conversations.get()) {
      if (!group || !canManage(group.role) || group.applicationCount === 0 || timers.has(id)) continue
      timers.set(
        id,
        clock.setTimeout(() => void accept(id), random.integer(...consideration)),
      )
    }
  }
  const unsubscribe = account.conversations.subscribe(look)
  look()
  return () => {
    unsubscribe()
    for (const timer of timers.values()) clock.clearTimeout(timer)
  }
}
