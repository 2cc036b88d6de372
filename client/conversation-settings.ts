import type { Outcome } from '#domain/commands/command.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { onDemandOf } from './on-demand.ts'

/** Changes settings of a conversation. Toasts show the server's message, or why it rejected a change. */
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

/** Creates the operations on the settings of a conversation. The outbox sends whether it is pinned and muted. */
export const createConversationSettings = (core: AccountCore): ConversationSettings => ({
  setPinned: (conversationId, isOn) =>
    core.log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'pinned', isOn }),
  setMuted: (conversationId, isOn) =>
    core.log.dispatch({ type: 'SetOwnSetting', conversationId, setting: 'muted', isOn }),
  setDisappearingTimer: onDemandOf(
    core,
    onceLoaded(async () => (await import('./disappearing-timer.ts')).createSetDisappearingTimer(core)),
  )((set) => set),
})
