import { actLocally, clearEverything, noteReading } from './local-acts.ts'
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
    const known = moment.account.conversations.get()
    const outcome = dispatch(moment, { type: 'MarkAllConversationsRead' })
    // What has nothing unread is passed over: how far each is read for sure is not known.
    for (const { id } of known) noteReading(moment, { id, lastMessage: undefined }, outcome)
    return 'reads everything'
  },
  readWhole: (moment) => {
    const { id: conversationId } = moment.conversation
    const outcome = dispatch(moment, { type: 'MarkConversationRead', conversationId })
    noteReading(moment, moment.conversation, outcome)
    return `reads all of ${conversationId}`
  },
  show: actLocally('show'),
  hide: actLocally('hide'),
  clear: actLocally('clear'),
  clearAll: (moment) => clearEverything(moment),
  deleteConversation: actLocally('delete'),
  markUnread: actLocally('mark-unread'),
} as const satisfies Record<string, Act>
