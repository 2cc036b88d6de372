import type { Outcome } from '#domain/commands/command.ts'
import { done, failureKey, rejectedBecause } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ApplicationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import * as api from '#streams/api/contact-changes.ts'
import { outcomeOf } from '#streams/http/call-result.ts'
import { appendConfirmed } from './append-confirmed.ts'

/** Applications to become a friend. */
export interface FriendApplications {
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
}

/**
 * Creates the operations on friend applications. Loaded on use.
 * @param refresh fetches friends and applications
 */
export function createFriendApplications(
  core: AccountCore,
  refresh: () => Promise<void>,
): FriendApplications {
  const { caller, serverTime } = core

  /** Ignores failures, because the operation itself succeeded and the next login fetches both lists. */
  const refreshQuietly = () => refresh().catch(() => undefined)

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
    await appendConfirmed(core, [answered])
    if (answer === 'accepted') await refreshQuietly()
    return done
  }

  return {
    async apply(request) {
      if (request.userId === core.userId) return rejectedBecause({ key: failureKey.generic })
      return outcomeOf(await api.applyToFriend(caller, request))
    },
    accept: (application) => answerApplication(application, 'accepted'),
    reject: (application) => answerApplication(application, 'rejected'),
    reply: async (application, text) => outcomeOf(await api.replyToApplication(caller, application, text)),
  }
}
