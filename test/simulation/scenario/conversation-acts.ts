import { actLocally } from './local-acts.ts'
import type { Act } from './moment.ts'

/** Durations of vanish mode, seconds: short enough to be over within a turbulence, and off. */
const vanishDurations = [30, 60, 0] as const
/** After this everything that was read has burned and been swept, ms. */
export const burnTime = 60_000 + 30_000

/** What a person does with a conversation as such. */
export const conversationActs = {
  setVanish: ({ account, conversation, random }) => {
    const seconds = random.pick(vanishDurations)
    // Out of reach it is refused, and nothing changes.
    void account.setVanish(conversation.id, seconds)
    return `sets vanish mode to ${seconds} s`
  },
  hide: actLocally('hide'),
  clear: actLocally('clear'),
  deleteConversation: actLocally('delete'),
  markUnread: actLocally('mark-unread'),
} as const satisfies Record<string, Act>
