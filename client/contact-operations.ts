import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, refusedBecause, succeeded } from '#domain/http/refusal.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ApplicationId, ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { toListedConversation } from '#schemas/translate/conversation.ts'
import { acceptFriendApply, applyFriend, rejectFriendApply } from '#schemas/wire/calls/contacts.ts'
import { createChatSession } from '#schemas/wire/calls/conversations.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import { fetchApplications, fetchFriends } from '#streams/inbound/fetch-contacts.ts'
import type { ContactOperations } from './client.ts'

/** What a person does with other people; each is a call, and the facts that follow from its success. */
export function createContactOperations(core: AccountCore): ContactOperations {
  const { caller, log, serverTime, presence } = core

  async function answer(application: ApplicationId, verdict: 'accepted' | 'rejected'): Promise<Outcome> {
    const call = verdict === 'accepted' ? acceptFriendApply : rejectFriendApply
    const result = await caller.call(call, { ID: application })
    if (!result.isOk) return outcomeOf(result)
    const answered: NewEvent = {
      stream: 'account',
      type: 'ApplicationAnswered',
      data: { applicationId: application, answer: verdict },
      occurredAt: serverTime.now(),
      origin: 'local',
    }
    // The server has it; what could not be stored here, as after a sign-out, comes with the next list.
    await log.append([answered]).catch(() => undefined)
    if (verdict === 'accepted') await refreshQuietly()
    return done
  }

  const fetchParts = () => ({ caller, log, serverTime, signal: new AbortController().signal })

  async function refresh(): Promise<void> {
    await fetchFriends(fetchParts(), presence)
    await fetchApplications(fetchParts())
  }

  /** What the server has done is done; a list that could not be fetched comes with the next one. */
  const refreshQuietly = () => refresh().catch(() => undefined)

  async function openConversation(friend: UserId): Promise<Outcome<ConversationId>> {
    const known = log.conversations.get().find(({ peerId }) => peerId === friend)
    if (known) return succeeded(known.id)
    const result = await caller.call(createChatSession, { UserID: friend })
    if (!result.isOk) return refusedBecause(result.failure.refusal)
    const { facts } = toListedConversation(result.data, serverTime.now())
    const listed: NewEvent = {
      stream: facts.conversationId,
      type: 'ConversationListed',
      data: { facts },
      occurredAt: serverTime.now(),
      origin: 'http',
    }
    return log.append([listed]).then(
      () => succeeded(facts.conversationId),
      () => refusedBecause({ key: 'errors.storage-failed' }),
    )
  }

  return {
    async apply({ userId, remark, chatId, source }) {
      if (userId === core.userId) return refusedBecause({ key: failureKey.generic })
      const request = { UserID: userId, Remark: remark, VChatID: chatId, Source: source }
      return outcomeOf(await caller.call(applyFriend, request))
    },
    accept: (application) => answer(application, 'accepted'),
    reject: (application) => answer(application, 'rejected'),
    openConversation,
    refresh,
  }
}
