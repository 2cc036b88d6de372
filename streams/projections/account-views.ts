import {
  type ApplicationsView,
  type Friend,
  noApplications,
  remarkOf,
  viewApplications,
  viewFriends,
} from '#domain/contacts/contacts.ts'
import type { ApplicationsState, FriendsState } from '#domain/contacts/contacts-projection.ts'
import { compareSummaries, summarize } from '#domain/conversation/conversation-list.ts'
import type { ConversationState, ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { isDraftUnsent } from '#domain/conversation/draft.ts'
import type { Outbox } from '#domain/outbox/outbox.ts'
import { viewOutbox } from '#domain/outbox/outbox-view.ts'
import type { ConversationId, ServerId, UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { createWritable, type Readable } from '../readable.ts'
import { isShallowEqual } from '../shallow-equal.ts'
import { shareListStructure, shareStructure } from './structural-sharing.ts'

interface States {
  conversations(): ConversationsState
  friends(): FriendsState
  applications(): ApplicationsState
  profile(): ProfileFacts | undefined
  /** Messages that are stored but must not be shown. */
  hiddenMessages(id: ConversationId): ReadonlySet<ServerId>
  /** Server time, ms. */
  now(): number
}

/**
 * The account's states as screens show them. Each view notifies at most once per `publish`, and only after a change.
 */
export interface AccountViews {
  readonly conversations: Readable<readonly ConversationSummary[]>
  /** The row of one conversation; undefined when it is not listed. */
  summaryOf(id: ConversationId): ConversationSummary | undefined
  readonly friends: Readable<readonly Friend[]>
  readonly applications: Readable<ApplicationsView>
  readonly profile: Readable<ProfileFacts | undefined>
  readonly outbox: Readable<Outbox>
  /** Marks the views that a folded event may have changed. */
  note(event: LogEvent): void
  /** Makes the next `publish` update a conversation whose hidden messages have changed. */
  invalidate(id: ConversationId): void
  /** Recomputes the marked views. */
  publish(): void
}

const emptyOutbox: Outbox = {
  messages: [],
  readMarkers: [],
  settings: [],
  reactions: [],
  edits: [],
  pins: [],
  drafts: [],
}

/** Creates the views of loaded states. */
export function createAccountViews(self: UserId, states: States): AccountViews {
  const summaries = new Map<ConversationId, ConversationSummary>()
  const changed = new Set<ConversationId>(states.conversations().byId.keys())
  const renamed = new Set<UserId>()
  let areContactsChanged = true
  /** Conversations with pending commands for the server. */
  const busy = new Map<ConversationId, ConversationState>()

  const conversations = createWritable<readonly ConversationSummary[]>([])
  const friends = createWritable<readonly Friend[]>([])
  const applications = createWritable(noApplications)
  const profile = createWritable<ProfileFacts | undefined>(undefined)
  const outbox = createWritable<Outbox>(emptyOutbox)

  const updateSummary = (id: ConversationId) => {
    const state = states.conversations().byId.get(id)
    const peer = state?.facts?.peerId
    const remark = peer === undefined ? '' : remarkOf(states.friends(), peer)
    const next = state && summarize(state, self, remark, states.hiddenMessages(id), states.friends())
    const known = summaries.get(id)
    if (next) summaries.set(id, known ? shareStructure(known, next) : next)
    else summaries.delete(id)
    if (state && hasWork(state)) busy.set(id, state)
    else busy.delete(id)
  }

  const markRenamed = () => {
    if (renamed.size === 0) return
    for (const { id, peerId, lastMessage } of summaries.values()) {
      const isAboutPeer = peerId !== undefined && renamed.has(peerId)
      if (isAboutPeer || (lastMessage && renamed.has(lastMessage.senderId))) changed.add(id)
    }
    renamed.clear()
  }

  const updateConversations = () => {
    markRenamed()
    if (changed.size === 0) return
    for (const id of changed) updateSummary(id)
    changed.clear()
    const sorted = [...summaries.values()].sort(compareSummaries)
    if (!isShallowEqual(conversations.get(), sorted)) conversations.set(sorted)
    outbox.set(reuseOutbox(outbox.get(), viewOutbox(busy.values())))
  }

  const updateContacts = () => {
    if (!areContactsChanged) return
    areContactsChanged = false
    friends.set(shareListStructure(friends.get(), viewFriends(states.friends()), (friend) => friend.userId))
    applications.set(
      reuseApplications(applications.get(), viewApplications(states.applications(), states.now())),
    )
    profile.set(shareStructure(profile.get(), states.profile()))
  }

  return {
    conversations,
    summaryOf: (id) => summaries.get(id),
    friends,
    applications,
    profile,
    outbox,
    note(event) {
      if (event.stream !== 'account') changed.add(event.stream)
      else areContactsChanged = true
      if (event.type === 'AccountCompacted') for (const id of summaries.keys()) changed.add(id)
      if (event.type === 'FriendListed') renamed.add(event.data.facts.userId)
      if (event.type === 'FriendRemoved') renamed.add(event.data.userId)
    },
    invalidate: (id) => changed.add(id),
    publish() {
      updateContacts()
      updateConversations()
    },
  }
}

const hasWork = (state: ConversationState): boolean => {
  const { unsent, pendingSettings, pendingReactions, pendingEdits, pins, readUpTo, deliveredUpTo } = state
  const pending =
    unsent.size + pendingSettings.size + pendingReactions.size + pendingEdits.size + pins.pending.size
  return pending > 0 || readUpTo > deliveredUpTo || isDraftUnsent(state)
}

const reuseOutbox = (previous: Outbox, next: Outbox): Outbox =>
  shareStructure(previous, {
    messages: shareListStructure(previous.messages, next.messages, (message) => message.clientId),
    readMarkers: shareListStructure(previous.readMarkers, next.readMarkers, (mark) => mark.conversationId),
    settings: shareListStructure(previous.settings, next.settings, ({ requestId }) => requestId),
    reactions: shareListStructure(previous.reactions, next.reactions, ({ requestId }) => requestId),
    edits: shareListStructure(previous.edits, next.edits, ({ requestId }) => requestId),
    drafts: shareListStructure(previous.drafts, next.drafts, (draft) => draft.conversationId),
    pins: shareListStructure(previous.pins, next.pins, ({ requestId }) => requestId),
  })

const reuseApplications = (previous: ApplicationsView, next: ApplicationsView): ApplicationsView =>
  shareStructure(previous, {
    pending: shareListStructure(previous.pending, next.pending, (application) => application.applicationId),
    past: shareListStructure(previous.past, next.past, (application) => application.applicationId),
    sent: shareListStructure(previous.sent, next.sent, (application) => application.applicationId),
    unseenCount: next.unseenCount,
  })
