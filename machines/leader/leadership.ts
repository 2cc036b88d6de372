import type { Subscription } from 'rxjs'
import { needsUpload } from '#domain/outbox/upload-queue.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { MessageServices } from '#machines/message/record-outcome.ts'
import type { PushServices } from '#machines/notification/push-machine.ts'
import type { SocketServices } from '#machines/socket/socket-services.ts'
import type {
  SynchronisationScope,
  SynchronisationServices,
} from '#machines/synchronisation/synchronisation-steps.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { toUnsubscribeFrame } from '#schemas/translate/outgoing.ts'
import { createDeletionWatch, doubtfulAcknowledgements } from '#streams/inbound/fetch-deletions.ts'
import { type GapDetection, startGapDetection } from '#streams/inbound/gap-detection.ts'
import { startInbound } from '#streams/inbound/inbound-pipeline.ts'
import { startRetention } from '#streams/log/retention.ts'
import { startLocalFileCleaning } from '#streams/outbound/local-file-cleaning.ts'
import { startUnsubscribing } from '#streams/outbound/unsubscribing.ts'
import { learnJoinedGroup } from './joined-elsewhere.ts'

/** What the leader's children tell it. */
export interface LeaderEars {
  wanted(scope: SynchronisationScope): void
  progressed(progress: { readonly isCaughtUp: boolean; readonly hasListed: boolean }): void
}

/** The data plane of a leader; it runs as long as the leadership lasts, and may begin again. */
export interface Leadership {
  start(): void
  stop(): void
  /** Fills every hole of these conversations; nothing while this tab does not lead. */
  fillGaps(conversations: readonly ConversationId[]): Promise<void>
  /** Learns of a group that another tab joined; likewise. */
  learnGroup(group: ConversationId): void
}

export function createLeadership(core: AccountCore, ears: LeaderEars): Leadership {
  let running:
    | {
        readonly gaps: GapDetection
        /** To what the socket and the log tell. */
        readonly subscriptions: readonly Subscription[]
        readonly over: AbortController
        stopCleaning(): void
      }
    | undefined
  return {
    start() {
      const over = new AbortController()
      core.log.setLeading(true)
      startRetention({ ...core, ...core.ports, signal: over.signal, plan: core.retention })
      running = {
        over,
        gaps: startGaps(core, over.signal),
        subscriptions: [
          listen(core, ears),
          startUnsubscribing(core),
          doubtfulAcknowledgements(core.log).subscribe(() => ears.wanted('deletions')),
        ],
        stopCleaning: startLocalFileCleaning({ log: core.log, ...core.ports }),
      }
    },
    stop() {
      running?.over.abort()
      running?.gaps.stop()
      for (const subscription of running?.subscriptions ?? []) subscription.unsubscribe()
      running?.stopCleaning()
      running = undefined
      core.log.setLeading(false)
    },
    fillGaps: async (conversations) => running?.gaps.fill(conversations),
    learnGroup(group) {
      if (running) void learnJoinedGroup(core, group, running.over.signal)
    },
  }
}

function startGaps(core: AccountCore, signal: AbortSignal): GapDetection {
  const { caller, log, serverTime } = core
  const { clock, report } = core.ports
  const onFailure = (cause: unknown) => {
    if (!signal.aborted) report.fault({ kind: 'gap', detail: 'could not be filled', cause })
  }
  return startGapDetection({ caller, log, serverTime, clock, signal, onFailure })
}

function listen(core: AccountCore, ears: LeaderEars): Subscription {
  const { log, serverTime, presence, link, userId } = core
  return startInbound({
    userId,
    frames$: link.frames$,
    log,
    serverTime,
    clock: core.ports.clock,
    report: core.ports.report,
    effects: {
      conversationsChanged: () => ears.wanted('conversations'),
      contactsChanged: () => ears.wanted('contacts'),
      tokenUpdated: core.tokenUpdated,
      presenceChanged: presence.set,
      groupLeft(group) {
        core.notify({ kind: 'error', key: 'conversation.group.has-left' })
        // The server need not push frames of a group that this user has left (DEC-124) [SOCK-33].
        link.send(toUnsubscribeFrame(group, userId))
      },
      messagesPurged: () => ears.wanted('deletions'),
      banChanged: (isBanned) =>
        core.notify({
          kind: 'info',
          key: `conversation.placeholder-${isBanned ? 'banned' : 'unbanned'}`,
        }),
    },
  })
}

export const pushServices = ({ caller, ports, pushSetting }: AccountCore): PushServices => ({
  provider: ports.push,
  setting: pushSetting,
  caller,
  report: ports.report,
})

export const socketServices = (core: AccountCore, owner: SocketServices['owner']): SocketServices => ({
  link: core.link,
  endpoints: core.endpoints.socket,
  clock: core.ports.clock,
  random: core.ports.random,
  visibility: core.ports.visibility,
  identity: core.identity,
  credentials: core.credentials,
  owner,
})

export const outboxServices = (core: AccountCore, ears: LeaderEars): MessageServices => ({
  ...core.ports,
  log: core.log,
  parts: { userId: core.userId, link: core.link, caller: core.caller, serverTime: core.serverTime },
  progress: core.uploadProgress,
  rejected(message, { text, refusal }) {
    const { key, values = {} } = refusal ?? { key: 'errors.error' }
    const words = text ? { text } : { key, values }
    core.notify({ kind: 'warning', ...words })
    if (!needsUpload(message)) ears.wanted('conversations')
  },
})

export const synchronisationServices = (
  core: AccountCore,
  leadership: Leadership,
  ears: LeaderEars,
): SynchronisationServices => ({
  caller: core.caller,
  log: core.log,
  serverTime: core.serverTime,
  presence: core.presence,
  fillGaps: leadership.fillGaps,
  deletions: createDeletionWatch(),
  progressed: ears.progressed,
})
