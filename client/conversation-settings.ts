import type { Outcome } from '#domain/commands/command.ts'
import { done } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { setConversationTimer } from '#streams/api/conversations.ts'

/** Settings of one conversation. Notices show the server's message or rejection. */
export interface ConversationSettings {
  /**
   * Keeps a conversation on top of the list, on all devices. Applies before the server has confirmed [SESS-31 SESS-45].
   */
  setPinned(conversation: ConversationId, isPinned: boolean): Promise<Outcome>
  /** Stops a conversation from alerting, on all devices. Applies before the server has confirmed [SESS-32 SESS-46]. */
  setMuted(conversation: ConversationId, isMuted: boolean): Promise<Outcome>
  /**
   * Sets the timer of new messages in a one-to-one conversation, for both people. Applies after the server has
   * confirmed [SESS-33 BURN-06].
   * @param seconds from reading a message to its expiry; 0 turns disappearing messages off
   */
  setDisappearingTimer(conversation: ConversationId, seconds: number): Promise<Outcome>
}

/** Creates the operations on the settings of a conversation. The outbox sends pinned and muted. */
export const createConversationSettings = (core: AccountCore): ConversationSettings => ({
  setPinned: (conversationId, isOn) =>
    core.log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'pinned', isOn }),
  setMuted: (conversationId, isOn) =>
    core.log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'muted', isOn }),
  setDisappearingTimer: (conversation, seconds) => setDisappearingTimer(core, conversation, seconds),
})

async function setDisappearingTimer(
  { caller, log, notify, serverTime }: AccountCore,
  conversation: ConversationId,
  seconds: number,
): Promise<Outcome> {
  const result = await setConversationTimer(caller, serverTime.now, conversation, seconds)
  if (!result.isOk) {
    const { rejection } = result.failure
    notify({ kind: 'error', ...(rejection.text ? { text: rejection.text } : { key: rejection.key }) })
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
  // The server has stored the timer. If this append fails, the next conversation list brings it.
  await log.append([listed]).catch(() => undefined)
  if (result.message) notify({ kind: 'success', text: result.message })
  return done
}
