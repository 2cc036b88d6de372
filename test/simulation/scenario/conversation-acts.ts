import { actLocally, clearEverything, notePossibleReading, noteReading } from './local-acts.ts'
import { type Act, dispatch } from './moment.ts'

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
  pin: (moment) => {
    const isOn = moment.random.chance(0.6)
    void moment.account.setPinned(moment.conversation.id, isOn)
    return `${isOn ? 'pins' : 'unpins'} ${moment.conversation.id}`
  },
  mute: (moment) => {
    const isOn = moment.random.chance(0.6)
    void moment.account.setMuted(moment.conversation.id, isOn)
    return `${isOn ? 'mutes' : 'unmutes'} ${moment.conversation.id}`
  },
  readAll: (moment) => {
    for (const { id } of moment.account.conversations.get()) notePossibleReading(moment, id)
    void dispatch(moment, { type: 'MarkAllConversationsRead' })
    return 'reads everything'
  },
  readWhole: (moment) => {
    const { id: conversationId, lastMessage } = moment.conversation
    const outcome = dispatch(moment, { type: 'MarkConversationRead', conversationId })
    noteReading(moment, lastMessage?.serverId ?? 0, outcome)
    return `reads all of ${conversationId}`
  },
  show: actLocally('show'),
  hide: actLocally('hide'),
  clear: actLocally('clear'),
  clearAll: (moment) => clearEverything(moment),
  deleteConversation: actLocally('delete'),
  markUnread: actLocally('mark-unread'),
} as const satisfies Record<string, Act>
