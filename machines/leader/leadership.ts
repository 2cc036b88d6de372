import type { Subscription } from 'rxjs'
import { newSignInNotice } from '#domain/notification/toast.ts'
import { needsUpload } from '#domain/outbox/upload-queue.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { MessageServices } from '#machines/message/message-machine.ts'
import type { PushServices } from '#machines/notification/push-machine.ts'
import type { SocketServices } from '#machines/socket/socket-services.ts'
import type {
  SynchronisationScope,
  SynchronisationServices,
} from '#machines/synchronisation/synchronisation-steps.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { type ConversationId, parseConversationId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { toTypingFrame, toUnsubscribeFrame } from '#schemas/translate/outgoing.ts'
import { tabReplyTimeLimit } from '#streams/cross-tab/tab-channel.ts'
import { CallFailed } from '#streams/http/call-result.ts'
import { fetchConversation } from '#streams/inbound/fetch-conversations.ts'
import { createDeletionWatch, doubtfulAcknowledgements } from '#streams/inbound/fetch-deletions.ts'
import { type GapDetection, startGapDetection } from '#streams/inbound/gap-detection.ts'
import { startInbound } from '#streams/inbound/inbound-pipeline.ts'
import { type LastMessageLookup, startLastMessageLookup } from '#streams/inbound/last-message-lookup.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { startRetention } from '#streams/log/retention-schedule.ts'
import { startLocalFileCleaning } from '#streams/outbound/local-file-cleaning.ts'
import type { SocketLink } from '#streams/socket/socket-link.ts'
import { type DraftSharing, startSharingDrafts } from './draft-sharing.ts'

/** How the leader's data plane reports to the leader machine. */
export interface LeaderCallbacks {
  wanted(scope: SynchronisationScope): void
  progressed(progress: { readonly isCaughtUp: boolean; readonly hasListed: boolean }): void
}

/** The data plane of a leader. It runs while this tab leads, and can be started again. */
export interface Leadership {
  /** Starts the data plane; `callbacks` receives its reports. */
  start(callbacks: LeaderCallbacks): void
  stop(): void
  /** Fills every gap of these conversations; does nothing while this tab does not lead. */
  fillGaps(conversations: readonly ConversationId[]): Promise<void>
  /** Finds the last message of rows that know deleted ones only; does nothing while this tab does not lead. */
  fetchLastMessages(): Promise<void>
  /** Takes the drafts that a list names; does nothing while this tab does not lead. */
  takeDrafts(listed: readonly ListedConversation[], signal: AbortSignal): Promise<void>
  /** Reports to the callbacks of the last start. */
  readonly report: LeaderCallbacks
  /** Fetches a group that another tab joined; does nothing while this tab does not lead. */
  fetchGroup(group: ConversationId): void
}

export function createLeadership(core: AccountCore): Leadership {
  let running:
    | {
        readonly gaps: GapDetection
        readonly lastMessages: LastMessageLookup
        readonly subscriptions: readonly Subscription[]
        readonly over: AbortController
        readonly callbacks: LeaderCallbacks
        readonly drafts: DraftSharing
        stopCleaning(): void
      }
    | undefined
  return {
    start(callbacks) {
      const over = new AbortController()
      const drafts = startSharingDrafts(core, over.signal)
      core.log.setLeading(true)
      startRetention({ ...core, ...core.ports, signal: over.signal, plan: core.retention })
      running = {
        over,
        ...{ callbacks, drafts },
        gaps: startGaps(core, over.signal),
        lastMessages: startLastMessages(core, callbacks, over.signal),
        subscriptions: [
          listen(core, callbacks),
          startUnsubscribing(core),
          startPassingTyping(core),
          drafts.subscription,
          doubtfulAcknowledgements(core.log).subscribe(() => callbacks.wanted('deletions')),
        ],
        stopCleaning: startLocalFileCleaning({ log: core.log, ...core.ports }),
      }
    },
    stop() {
      running?.over.abort()
      running?.gaps.stop()
      running?.lastMessages.stop()
      for (const subscription of running?.subscriptions ?? []) subscription.unsubscribe()
      running?.stopCleaning()
      running = undefined
      core.log.setLeading(false)
    },
    fillGaps: async (conversations) => running?.gaps.fill(conversations),
    fetchLastMessages: async () => running?.lastMessages.fetch(),
    takeDrafts: async (listed, signal) => running?.drafts.takeListed(listed, signal),
    report: {
      wanted: (scope) => running?.callbacks.wanted(scope),
      progressed: (progress) => running?.callbacks.progressed(progress),
    },
    fetchGroup(group) {
      if (running) void fetchJoinedGroup(core, group, running.over.signal)
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

function startLastMessages(
  { caller, log, ports, serverTime }: AccountCore,
  { wanted }: LeaderCallbacks,
  signal: AbortSignal,
): LastMessageLookup {
  return startLastMessageLookup({
    ...{ caller, log, serverTime, signal },
    onMissing: () => wanted('last-messages'),
    onFailure(cause) {
      const detail = 'could not be read from storage'
      if (!signal.aborted) ports.report.fault({ kind: 'last message', detail, cause })
    },
  })
}

function listen(core: AccountCore, callbacks: LeaderCallbacks): Subscription {
  const { log, serverTime, presence, link, userId } = core
  return startInbound({
    userId,
    frames$: link.frames$,
    log,
    serverTime,
    clock: core.ports.clock,
    report: core.ports.report,
    effects: {
      conversationsChanged: () => callbacks.wanted('conversations'),
      contactsChanged() {
        callbacks.wanted('contacts')
        core.blacklistChanges.announce()
      },
      profileChanged() {
        callbacks.wanted('profile')
        core.settingsChanged$.next()
      },
      tagsChanged: core.tagChanges.announce,
      tokenUpdated: core.tokenUpdated,
      signedInElsewhere: (device) => core.notify(newSignInNotice(device)),
      presenceChanged: (friend, isOnline) => presence.set(friend, isOnline, serverTime.now()),
      activityChanged: core.activities.announce,
      groupLeft(group) {
        core.notify({ kind: 'error', key: 'conversation.group.has-left' })
        // The server need not push frames of a group that this user has left (DEC-124) [SOCK-33].
        link.send(toUnsubscribeFrame(group, userId))
      },
      memberMessagesDeleted: () => callbacks.wanted('deletions'),
      groupChanged: core.groupChanges.announce,
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

export const socketServices = (core: AccountCore): SocketServices => ({
  link: core.link,
  endpoints: core.endpoints.socket,
  clock: core.ports.clock,
  random: core.ports.random,
  visibility: core.ports.visibility,
  identity: core.identity,
  credentials: core.credentials,
})

export const outboxServices = (core: AccountCore, { report }: Leadership): MessageServices => ({
  ...core.ports,
  log: core.log,
  sending: { userId: core.userId, link: core.link, caller: core.caller, serverTime: core.serverTime },
  progress: core.uploadProgress,
  rejected(message, { text, rejection }) {
    const { key, values = {} } = rejection ?? { key: 'errors.error' }
    const words = text ? { text } : { key, values }
    core.notify({ kind: 'warning', ...words })
    if (!needsUpload(message)) report.wanted('conversations')
  },
})

export const synchronisationServices = (
  core: AccountCore,
  leadership: Leadership,
): SynchronisationServices => ({
  caller: core.caller,
  log: core.log,
  serverTime: core.serverTime,
  presence: core.presence,
  fillGaps: leadership.fillGaps,
  fetchLastMessages: leadership.fetchLastMessages,
  takeDrafts: leadership.takeDrafts,
  deletions: createDeletionWatch(),
  progressed: leadership.report.progressed,
})

/** The request of another tab to clear all conversations of this device. */
type ClearRequest = Extract<TabMessage, { type: 'clear-all-device-session' }>

/**
 * Clears all conversations at the request of another tab, and answers it [XTAB-06]. An expired request is ignored,
 * because a page that was frozen would clear what has come since.
 */
export async function clearConversationsForTab(
  { log, ports, tabs, userId }: Pick<AccountCore, 'log' | 'ports' | 'tabs' | 'userId'>,
  { requestedAt, requestId }: ClearRequest,
): Promise<void> {
  if (ports.clock.now() - requestedAt >= tabReplyTimeLimit) return
  const { isOk } = await log.dispatch({ type: 'ClearAllConversations' })
  tabs.post({ type: `clear-all-device-session-${isOk ? 'success' : 'failed'}`, userId, requestId })
}

/**
 * Fetches a group that another tab has joined, unless the log holds it already [XTAB-07] (DEC-152). Never rejects: if
 * the call fails, the next conversation list brings the group.
 */
async function fetchJoinedGroup(
  core: Pick<AccountCore, 'caller' | 'log' | 'serverTime' | 'ports'>,
  group: ConversationId,
  signal: AbortSignal,
): Promise<void> {
  if (core.log.conversations.get().some(({ id }) => id === group)) return
  try {
    await fetchConversation({ ...core, signal }, group)
  } catch (cause) {
    if (cause instanceof CallFailed || signal.aborted) return
    core.ports.report.fault({ kind: 'joined group', detail: 'could not be learned', cause })
  }
}

interface UnsubscribingServices {
  readonly log: Pick<AccountLog, 'appended$'>
  readonly link: Pick<SocketLink, 'send'>
  readonly userId: UserId
}

/**
 * Unsubscribes from groups that have disappeared from the server's list (DEC-124). Leaving and being removed have
 * their own frames [SOCK-33].
 */
const startUnsubscribing = ({ log, link, userId }: UnsubscribingServices): Subscription =>
  log.appended$.subscribe((events) => {
    for (const { stream } of events.filter(isRemoval)) {
      if (parseConversationId(stream).kind === 'group') link.send(toUnsubscribeFrame(stream, userId))
    }
  })

/** Sends what this user types in tabs without a connection; nothing while the connection is not ready (DEC-245). */
const startPassingTyping = ({ tabs, link, userId }: AccountCore): Subscription =>
  tabs.messages$.subscribe((message) => {
    if (message.type === 'own-typing' && message.account === userId && link.isReady())
      link.sendNow(toTypingFrame(message.conversation, message.activity))
  })

type Removal = Extract<LogEvent, { type: 'ConversationRemoved' }> & {
  readonly stream: Exclude<LogEvent['stream'], 'account'>
}

const isRemoval = (event: LogEvent): event is Removal =>
  event.type === 'ConversationRemoved' && event.origin === 'http' && event.stream !== 'account'
