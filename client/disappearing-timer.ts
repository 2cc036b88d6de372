import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import { rejectionNotice } from '#domain/notification/toast.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { setConversationTimer } from '#streams/api/conversations.ts'
import { appendConfirmed } from './append-confirmed.ts'

/** Returns the operation that sets the timer of disappearing messages of a conversation, seconds. Loaded on use. */
export const createSetDisappearingTimer =
  (core: AccountCore) =>
  async (conversation: ConversationId, seconds: number): Promise<Outcome> => {
    const { caller, notify, serverTime } = core
    const result = await setConversationTimer(caller, serverTime.now, conversation, seconds)
    if (!result.isOk) {
      const { rejection } = result.failure
      notify(rejectionNotice(rejection))
      return { isOk: false, rejection }
    }
    const { facts } = result.data
    const listed: NewEvent = {
      stream: conversation,
      type: 'ConversationListed',
      data: { facts },
      occurredAt: serverTime.now(),
      origin: 'http',
    }
    await appendConfirmed(core, [listed])
    if (result.message) notify({ kind: 'success', text: result.message })
    return done
  }
