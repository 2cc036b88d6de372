import type { Outcome } from '#domain/commands/command.ts'
import { rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { openDirectConversation } from '#streams/api/conversations.ts'
import { fetchApplications, fetchFriends } from '#streams/inbound/fetch-contacts.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import type { FriendApplications } from './friend-applications.ts'
import { onDemandOf } from './on-demand.ts'

/** Friends, and applications to become one. */
export interface ContactOperations extends FriendApplications {
  /** Resolves with the one-to-one conversation with a friend, which the server creates if there is none. */
  openConversation(friend: UserId): Promise<Outcome<ConversationId>>
  /** Fetches friends and applications. Rejects if either request fails. */
  refresh(): Promise<void>
}

/** Creates the operations on contacts: each calls the server and appends the events that its success implies. */
export function createContactOperations(core: AccountCore): ContactOperations {
  const { caller, log, serverTime, presence } = core

  const fetchServices = () => ({ caller, log, serverTime, signal: new AbortController().signal })

  async function refresh(): Promise<void> {
    await fetchFriends(fetchServices(), presence)
    await fetchApplications(fetchServices())
  }

  async function openConversation(friend: UserId): Promise<Outcome<ConversationId>> {
    const known = log.conversations.get().find(({ peerId }) => peerId === friend)
    if (known) return succeeded(known.id)
    const result = await openDirectConversation(caller, serverTime.now, friend)
    if (!result.isOk) return rejectedBecause(result.failure.rejection)
    const { facts } = result.data
    const listed: NewEvent = {
      stream: facts.conversationId,
      type: 'ConversationListed',
      data: { facts },
      occurredAt: serverTime.now(),
      origin: 'http',
    }
    return log.append([listed]).then(
      () => succeeded(facts.conversationId),
      () => rejectedBecause({ key: 'errors.storage-failed' }),
    )
  }

  const load = onceLoaded(async () =>
    (await import('./friend-applications.ts')).createFriendApplications(core, refresh),
  )
  const onDemand = onDemandOf(core, load)
  return {
    apply: onDemand((applications) => applications.apply),
    accept: onDemand((applications) => applications.accept),
    reject: onDemand((applications) => applications.reject),
    reply: onDemand((applications) => applications.reply),
    openConversation,
    refresh,
  }
}
