import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import { startWhenLoaded } from '#client/start-when-loaded.ts'
import { openTimelineHandle } from '#client/timeline.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { writingBan } from '#domain/group/roles.ts'
import { isNotice } from '#domain/message/message-notices.ts'
import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { type ConversationId, conversationId, serverId, type UserId } from '#schemas/ids.ts'
import { readGroupInvite } from '#schemas/translate/message-bodies.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { RandomPicker } from '../../world/seeded-random.ts'
import type { BotBehaviour, BotMessage, BotTexts, Situation, Step } from '../behaviour.ts'
import type { GroupBehaviour, GroupMessage } from '../group-behaviour.ts'

export interface BotOptions {
  readonly account: AccountClient
  readonly behaviour: BotBehaviour
  readonly groupBehaviour: GroupBehaviour
  /** The accounts of all bots. */
  readonly bots: ReadonlySet<UserId>
  readonly botTexts: BotTexts
  readonly clock: Clock
  readonly random: RandomPicker
  readonly report: ReportPort
  /** Server time, ms. */
  readonly startedAt: number
  paint(): Promise<OutgoingAttachment>
}

/**
 * Runs a bot in each of its conversations, from the time when it is listed until it is removed. Returns the function
 * that stops it.
 */
export function runBot(options: BotOptions): () => void {
  const { conversations } = options.account
  const leaveById = new Map<ConversationId, () => void>()
  const follow = () => {
    const listed = conversations.get()
    for (const [id, leave] of leaveById) {
      if (listed.some((one) => one.id === id)) continue
      leaveById.delete(id)
      leave()
    }
    for (const { id } of listed) if (!leaveById.has(id)) leaveById.set(id, runInConversation(id, options))
  }
  const unsubscribe = conversations.subscribe(follow)
  follow()
  return () => {
    unsubscribe()
    for (const leave of leaveById.values()) leave()
  }
}

/** Follows a conversation and calls the behaviour for each message of others, and when its right to write changes. */
function runInConversation(id: ConversationId, options: BotOptions): () => void {
  const { account, clock, report } = options
  const timeline = account.openTimeline(id, openTimelineHandle)
  const performance = createPerformance(
    clock,
    (step) => act(id, step, options),
    (cause) => report.fault({ kind: 'demo bot', detail: 'a step failed', cause }),
    ({ type }) => (type === 'say' ? repeatTyping(account, id) : () => {}),
  )
  /** The state that the behaviour has seen. */
  let considered: string | undefined
  const consider = () => {
    const view = timeline.view.get()
    const summary = account.conversations.get().find((one) => one.id === id)
    if (view.status !== 'ready' || !summary) return
    const newest = view.messages.findLast(({ isOwn }) => !isOwn)?.serverId ?? 0
    const state = `${newest} ${mayWrite(summary)}`
    if (state === considered) return
    considered = state
    performance.perform(decide(view, summary, options))
  }
  const unsubscribes = [timeline.view.subscribe(consider), account.conversations.subscribe(consider)]
  consider()
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    performance.stop()
    timeline.close()
  }
}

const mayWrite = ({ group }: ConversationSummary): boolean =>
  group === undefined || writingBan(group) === undefined

function decide(view: TimelineView, summary: ConversationSummary, options: BotOptions): readonly Step[] {
  const { behaviour, groupBehaviour, botTexts, random, startedAt } = options
  const { readUpTo, messages } = view
  const situation: Situation = { startedAt, readUpTo, messages: messages.map(readMessage) }
  const { group } = summary
  if (!group) return behaviour(situation, botTexts, random)
  const isNewcomer = (group.joinedAt ?? 0) >= startedAt
  const groupMessages = messages.map((message) => readGroupMessage(message, options))
  return groupBehaviour(
    { ...situation, messages: groupMessages, mayWrite: mayWrite(summary), isNewcomer },
    botTexts,
    random,
  )
}

function readMessage({ serverId: id, isOwn, type, body, sentAt, senderId }: TimelineMessage): BotMessage {
  const invite = type === 'invite' ? readGroupInvite(body) : undefined
  return {
    // Own messages in flight come after all messages with a number.
    id: id ?? Number.MAX_SAFE_INTEGER,
    isOwn,
    text: type === 'txt' ? body : '',
    sentAt,
    ...(invite && { invitation: { groupId: invite.groupId, inviterId: senderId } }),
  }
}

const readGroupMessage = (
  message: TimelineMessage,
  { account, bots }: Pick<BotOptions, 'account' | 'bots'>,
): GroupMessage => ({
  ...readMessage(message),
  isFromBot: bots.has(message.senderId),
  isNotice: isNotice(message),
  mention: mentionIn(message, account.userId),
})

/** A quote of an own message counts as a mention. 0 mentions everyone. */
function mentionIn({ mentions = [], quote }: TimelineMessage, own: UserId): GroupMessage['mention'] {
  if (mentions.includes(own) || mentions.includes(0) || quote?.senderId === own) return 'own'
  return mentions.length > 0 ? 'other' : 'none'
}

async function act(id: ConversationId, step: Step, options: BotOptions): Promise<void> {
  const { account } = options
  if (step.type === 'read') {
    return check(await account.dispatch({ type: 'MarkRead', conversationId: id, upTo: serverId(step.upTo) }))
  }
  if (step.type === 'say') {
    return check(await account.dispatch({ type: 'SendText', conversationId: id, text: step.text }))
  }
  if (step.type === 'join') {
    const { messageId, invitation } = step
    const group = conversationId('group', invitation.groupId)
    const invite = { messageId: serverId(messageId), inviterId: invitation.inviterId }
    // A rejection is no fault: the group may be gone or full meanwhile.
    await account.groups.join({ group, invite })
    return
  }
  check(await account.media.sendAttachment(id, await options.paint()))
}

/** Shows others that the bot types, until the returned function is called. */
const repeatTyping = (account: AccountClient, id: ConversationId): (() => void) =>
  startWhenLoaded(account.loadTyping, (own) => own.repeatActivity(id, 'typing'))

function check(outcome: Outcome): void {
  if (!outcome.isOk) throw new Error(`it was rejected: ${outcome.rejection.key}`)
}

/** Executes the steps of one bot. */
interface Performance {
  /** Drops the remaining steps and starts with new ones. */
  perform(steps: readonly Step[]): void
  stop(): void
}

/** The part of the pause before a message in which a bot types, ms. */
const longestTyping = 6_000

/**
 * Executes steps one after the other. A step that fails ends its plan.
 * @param begin called some seconds before a step; its result is called when the step is done or dropped
 */
export function createPerformance(
  clock: Clock,
  act: (step: Step) => Promise<void>,
  failed: (cause: unknown) => void,
  begin: (step: Step) => () => void = () => () => {},
): Performance {
  let cancel: (() => void) | undefined
  const stop = () => cancel?.()
  return {
    stop,
    perform(steps) {
      stop()
      let isCancelled = false
      let timer: ReturnType<Clock['setTimeout']> | undefined
      let end = () => {}
      const next = (index: number) => {
        const step = steps[index]
        if (!step || isCancelled) return
        const typing = Math.min(step.after, longestTyping)
        timer = clock.setTimeout(() => {
          end = begin(step)
          timer = clock.setTimeout(() => {
            act(step)
              .finally(() => end())
              .then(
                () => next(index + 1),
                // Failures of dropped steps are ignored, because their client may be gone.
                (cause: unknown) => !isCancelled && failed(cause),
              )
          }, typing)
        }, step.after - typing)
      }
      cancel = () => {
        isCancelled = true
        if (timer) clock.clearTimeout(timer)
        end()
      }
      next(0)
    },
  }
}
