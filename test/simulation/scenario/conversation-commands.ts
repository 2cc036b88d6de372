import { clearEverything, recordRead, runLocally } from './local-commands.ts'
import { type CommandRunner, dispatch } from './situation.ts'

/** Timers of disappearing messages, seconds: short enough to expire within a turbulence, and off. */
const timerDurations = [30, 60, 0] as const
/** After this time every read message has expired and been erased, ms. */
export const longestTimer = 60_000 + 30_000

/** Commands on a whole conversation. */
export const conversationCommands = {
  setDisappearingTimer: ({ account, conversation, random }) => {
    const seconds = random.pick(timerDurations)
    // Rejected without a connection, with no change.
    void account.setDisappearingTimer(conversation.id, seconds)
    return `sets the disappearing timer to ${seconds} s`
  },
  pin: (situation) => {
    const isOn = situation.random.chance(0.6)
    void situation.account.setPinned(situation.conversation.id, isOn)
    return `${isOn ? 'pins' : 'unpins'} ${situation.conversation.id}`
  },
  mute: (situation) => {
    const isOn = situation.random.chance(0.6)
    void situation.account.setMuted(situation.conversation.id, isOn)
    return `${isOn ? 'mutes' : 'unmutes'} ${situation.conversation.id}`
  },
  readAll: (situation) => {
    const known = situation.account.conversations.get()
    const outcome = dispatch(situation, { type: 'MarkAllConversationsRead' })
    // Skips conversations without unread messages, because their exact read position is unknown.
    for (const { id } of known) recordRead(situation, { id, lastMessage: undefined }, outcome)
    return 'reads everything'
  },
  readWhole: (situation) => {
    const { id: conversationId } = situation.conversation
    const outcome = dispatch(situation, { type: 'MarkConversationRead', conversationId })
    recordRead(situation, situation.conversation, outcome)
    return `reads all of ${conversationId}`
  },
  show: runLocally('show'),
  hide: runLocally('hide'),
  clear: runLocally('clear'),
  clearAll: (situation) => clearEverything(situation),
  deleteConversation: runLocally('delete'),
  markUnread: runLocally('mark-unread'),
} as const satisfies Record<string, CommandRunner>
