import { type Act, dispatch, type Moment } from './moment.ts'
import { oddText, refusedTexts } from './odd-texts.ts'

const send = (moment: Moment, text: string, isUnfit: boolean): void => {
  const { world, person, conversation } = moment
  const asked = world.ledger.message(person, conversation.id, text, isUnfit)
  const outcome = dispatch(moment, { type: 'SendText', conversationId: conversation.id, text })
  world.ledger.follow(asked, 'SendText', outcome)
  const device = moment.tab.seat.device.name
  const mayChangeNothing = conversation.draft === ''
  world.ledger.draft({ device, conversation: conversation.id, text: '', mayChangeNothing }, outcome)
}

const sendOdd = (moment: Moment) =>
  send(moment, oddText(moment.random, moment.world.ledger.messages.length), false)

/** Messages on the screen that wait for Retry, of the conversation at hand. */
const unsent = ({ tab, conversation }: Moment) =>
  tab.screen?.conversation === conversation.id
    ? tab.screen.handle.view.get().messages.filter((message) => message.canRetry)
    : []

/** What a person does with messages. */
export const messageActs = {
  send: (moment) => {
    sendOdd(moment)
    return 'sends a text'
  },
  burst: (moment) => {
    const count = moment.random.integer(3, 9)
    for (let index = 0; index < count; index++) sendOdd(moment)
    return `sends ${count} texts`
  },
  sendUnfit: (moment) => {
    send(moment, moment.random.pick(refusedTexts), true)
    return 'sends an unfit text'
  },
  markRead: (moment) => {
    if (moment.tab.screen?.conversation !== moment.conversation.id) return undefined
    const newest = moment.tab.screen?.handle.view.get().messages.findLast((message) => message.serverId)
    if (!newest?.serverId) return undefined
    const { person, conversation, world } = moment
    const mark = { person, conversation: conversation.id, upTo: newest.serverId, answer: 'unknown' as const }
    world.ledger.readMarks.push(mark)
    world.ledger.follow(
      mark,
      'MarkRead',
      dispatch(moment, { type: 'MarkRead', conversationId: conversation.id, upTo: newest.serverId }),
    )
    return `marks read up to ${newest.serverId}`
  },
  saveDraft: (moment) => {
    const text = moment.random.chance(0.3) ? '' : `draft ${moment.random.integer(0, 999)}`
    const { tab, conversation, world } = moment
    const outcome = dispatch(moment, { type: 'SaveDraft', conversationId: conversation.id, text })
    const device = tab.seat.device.name
    world.ledger.draft({ device, conversation: conversation.id, text, mayChangeNothing: false }, outcome)
    return `saves the draft "${text}"`
  },
  retry: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    const { id } = moment.conversation
    void dispatch(moment, { type: 'RetryMessage', conversationId: id, clientId: message.clientId })
    return 'retries a message'
  },
  discard: (moment) => {
    const message = unsent(moment)[0]
    if (!message?.clientId) return undefined
    const asked = moment.world.ledger.messages.find(({ text }) => text === message.body)
    if (asked) asked.isDiscarded = true
    const { id } = moment.conversation
    void dispatch(moment, { type: 'DiscardMessage', conversationId: id, clientId: message.clientId })
    return 'gives a message up'
  },
} as const satisfies Record<string, Act>
