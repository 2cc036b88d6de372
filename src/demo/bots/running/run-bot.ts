import type { AccountClient } from '#client/client.ts'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import type { Clock, ReportPort } from '#streams/ports.ts'
import type { DrawnRandom } from '../../world/seeded-random.ts'
import type { BotBehaviour, BotMessage, Situation, Step } from '../behaviour.ts'
import type { BotTalk } from '../bot-talk.ts'

export interface BotOptions {
  readonly account: AccountClient
  readonly way: BotBehaviour
  readonly talk: BotTalk
  readonly clock: Clock
  readonly random: DrawnRandom
  readonly report: ReportPort
  /** Server time, ms. */
  readonly startedAt: number
  paint(): Promise<OutgoingAttachment>
}

/** Runs a bot in its one conversation, once that exists. Returns the function that stops it. */
export function runBot(options: BotOptions): () => void {
  const { conversations } = options.account
  let leave: (() => void) | undefined
  const enter = () => {
    const direct = conversations.get().find(({ kind }) => kind === 'direct')
    if (direct && !leave) leave = liveIn(direct.id, options)
  }
  const unsubscribe = conversations.subscribe(enter)
  enter()
  return () => {
    unsubscribe()
    leave?.()
  }
}

/** Follows the timeline and calls the behaviour for each message of the other person. */
function liveIn(conversationId: ConversationId, options: BotOptions): () => void {
  const { account, way, talk, random, clock, report, startedAt } = options
  const timeline = account.openTimeline(conversationId)
  const performance = createPerformance(
    clock,
    (step) => act(conversationId, step, options),
    (cause) => report.fault({ kind: 'demo bot', detail: 'a step failed', cause }),
  )
  /** The newest message of the other person that the behaviour has seen. */
  let considered: number | undefined
  const consider = () => {
    const view = timeline.view.get()
    if (view.status !== 'ready') return
    const situation = readSituation(view, startedAt)
    const newest = situation.messages.findLast(({ isOwn }) => !isOwn)?.id ?? 0
    if (newest === considered) return
    considered = newest
    performance.perform(way(situation, talk, random))
  }
  const unsubscribe = timeline.view.subscribe(consider)
  consider()
  return () => {
    unsubscribe()
    performance.stop()
    timeline.close()
  }
}

const readSituation = ({ messages, readUpTo }: TimelineView, startedAt: number): Situation => ({
  startedAt,
  readUpTo,
  messages: messages.map(
    ({ serverId: id, isOwn, type, body, sentAt }): BotMessage => ({
      // Own messages in flight come after all messages with a number.
      id: id ?? Number.MAX_SAFE_INTEGER,
      isOwn,
      text: type === 'txt' ? body : '',
      sentAt,
    }),
  ),
})

async function act(conversationId: ConversationId, step: Step, options: BotOptions): Promise<void> {
  const { account } = options
  if (step.type === 'read') {
    return check(await account.dispatch({ type: 'MarkRead', conversationId, upTo: serverId(step.upTo) }))
  }
  if (step.type === 'say') {
    return check(await account.dispatch({ type: 'SendText', conversationId, text: step.text }))
  }
  check(await account.media.sendAttachment(conversationId, await options.paint()))
}

function check(outcome: Outcome): void {
  if (!outcome.isOk) throw new Error(`it was rejected: ${outcome.rejection.key}`)
}

/** Executes the steps of one bot. */
interface Performance {
  /** Drops the remaining steps and starts with new ones. */
  perform(steps: readonly Step[]): void
  stop(): void
}

/** Executes steps one after the other. A step that fails ends its plan. */
export function createPerformance(
  clock: Clock,
  act: (step: Step) => Promise<void>,
  failed: (cause: unknown) => void,
): Performance {
  let cancel: (() => void) | undefined
  const stop = () => cancel?.()
  return {
    stop,
    perform(steps) {
      stop()
      let isCancelled = false
      let timer: ReturnType<Clock['setTimeout']> | undefined
      const next = (index: number) => {
        const step = steps[index]
        if (!step || isCancelled) return
        timer = clock.setTimeout(() => {
          act(step).then(
            () => next(index + 1),
            // Failures of dropped steps are ignored, because their client may be gone.
            (cause: unknown) => !isCancelled && failed(cause),
          )
        }, step.after)
      }
      cancel = () => {
        isCancelled = true
        if (timer) clock.clearTimeout(timer)
      }
      next(0)
    },
  }
}
