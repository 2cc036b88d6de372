import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ApplicationId, ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import * as api from '#streams/api/contacts.ts'
import { openDirectConversation } from '#streams/api/conversations.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import { fetchApplications, fetchFriends } from '#streams/inbound/fetch-contacts.ts'

/** Friends, and applications to become one. */
export interface ContactOperations {
  apply(request: {
    readonly userId: UserId
    readonly remark: string
    readonly chatId: string
    readonly source: string
  }): Promise<Outcome>
  accept(application: ApplicationId): Promise<Outcome>
  reject(application: ApplicationId): Promise<Outcome>
  /** Adds a reply of 1 to `applicationReplyLength` units to the thread of an application (DEC-222). */
  reply(application: ApplicationId, text: string): Promise<Outcome>
  /** Resolves with the one-to-one conversation with a friend, which the server creates if there is none. */
  openConversation(friend: UserId): Promise<Outcome<ConversationId>>
  /** Fetches friends and applications. Rejects if either request fails. */
  refresh(): Promise<void>
}

/** Creates the operations on contacts: each calls the server and appends the events that its success implies. */
export function createContactOperations(core: AccountCore): ContactOperations {
  const { caller, log, serverTime, presence } = core

  async function answerApplication(
    application: ApplicationId,
    answer: 'accepted' | 'rejected',
  ): Promise<Outcome> {
    const result = await api.answerApplication(caller, application, answer)
    if (!result.isOk) return outcomeOf(result)
    const answered: NewEvent = {
      stream: 'account',
      type: 'ApplicationAnswered',
      data: { applicationId: application, answer },
      occurredAt: serverTime.now(),
      origin: 'local',
    }
    // Storage fails after a sign-out, for example. The server has the answer, and the next list brings it.
    await log.append([answered]).catch(() => undefined)
    if (answer === 'accepted') await refreshQuietly()
    return done
  }

  const fetchServices = () => ({ caller, log, serverTime, signal: new AbortController().signal })

  async function refresh(): Promise<void> {
    await fetchFriends(fetchServices(), presence)
    await fetchApplications(fetchServices())
  }

  /** Ignores failures, because the operation itself succeeded and the next login fetches both lists. */
  const refreshQuietly = () => refresh().catch(() => undefined)

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

  return {
    async apply(request) {
      if (request.userId === core.userId) return rejectedBecause({ key: failureKey.generic })
      return outcomeOf(await api.applyToFriend(caller, request))
    },
    accept: (application) => answerApplication(application, 'accepted'),
    reject: (application) => answerApplication(application, 'rejected'),
    reply: async (application, text) => outcomeOf(await api.replyToApplication(caller, application, text)),
    openConversation,
    refresh,
  }
}
