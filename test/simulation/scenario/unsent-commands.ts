import { openTimelineHandle } from '#client/timeline.ts'
import { canManage, groupRole } from '#domain/group/roles.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { conversationId } from '#schemas/ids.ts'
import type { Person, World } from '../world.ts'
import { shownAs } from './attachments.ts'
import { giveUp, isAlive, sendAttachment } from './discard-attachment.ts'
import { type GroupPlace, groupsNow, ownPlace } from './group-members.ts'
import { sendUnusualText } from './message-commands.ts'
import { callAs } from './other-device.ts'
import { type CommandRunner, dispatch, type Situation, shown } from './situation.ts'

/** An attachment is discarded within this time after Send: during the transcode, during the upload, or too late, ms. */
const regretTime = 1500
/** After this time an unanswered message is stale, and others have been rejected, ms. */
const decisionTime = 6500

/** Commands on unsent messages. */
export const unsentCommands = {
  /** Sends an attachment and discards it a moment later. */
  giveUpPicture: (situation) => {
    const { world, tab, random } = situation
    if (tab.screen?.conversation !== situation.conversation.id) return undefined
    const delay = random.integer(0, regretTime)
    const requested = sendAttachment(situation)
    world.time.schedule(delay, () => {
      if (!isAlive(situation)) return
      const message = shown(situation).find(
        (one) => one.serverId === undefined && shownAs(one) === requested.text,
      )
      if (message) settle(situation, message, false)
    })
    return `sends attachment ${requested.text} to give it up`
  },
  /** Opens a conversation with an unsent message, and retries or discards it. */
  lookAfterUnsent: (situation) => {
    const waiting = situation.account.conversations.get().filter(({ unsentCount }) => unsentCount > 0)
    if (waiting.length === 0) return undefined
    const conversation = situation.random.pick(waiting)
    lookAfter({ ...situation, conversation })
    return `looks after what waits in ${conversation.id}`
  },
  /** Writes to a group where a manager has just banned this person, and decides about the rejected message. */
  writeWhileBanned: async (situation) => {
    const { world, person, random, account } = situation
    if (!world.backend.isRunning()) return undefined
    const places = (await groupsNow(world)).flatMap((group) => {
      const conversation = account.conversations.get().find(({ id }) => id === nameOf(group))
      const manager = managerOf(world, group)
      const isPlain = ownPlace(group, person)?.role === groupRole.member
      return conversation && manager && isPlain ? [{ group, manager, conversation }] : []
    })
    if (places.length === 0) return undefined
    const { group, manager, conversation } = random.pick(places)
    await callAs(world, manager, '/BanGroupUser', {
      GroupID: group.groupId,
      UserID: person.userId,
      Status: 1,
    })
    const there = { ...situation, conversation }
    sendUnusualText(there)
    lookAfter(there)
    return `writes to ${conversation.id}, banned`
  },
} as const satisfies Record<string, CommandRunner>

const nameOf = ({ groupId }: GroupPlace) => conversationId('group', groupId)

const managerOf = ({ people, outsidePerson }: World, group: GroupPlace): Person | undefined =>
  [...people, outsidePerson].find((one) => canManage(ownPlace(group, one)?.role ?? 0))

/** Opens the conversation, and a moment later retries or discards its unsent messages. */
function lookAfter(situation: Situation): void {
  const { world, tab, account, conversation, random } = situation
  const isRetried = random.chance(0.6)
  tab.screen?.handle.close()
  tab.screen = {
    account,
    conversation: conversation.id,
    handle: account.openTimeline(conversation.id, openTimelineHandle),
  }
  world.time.schedule(decisionTime, () => {
    const message = isAlive(situation) ? shown(situation).find(({ canRetry }) => canRetry) : undefined
    if (message) settle(situation, message, isRetried)
  })
}

function settle(situation: Situation, message: TimelineMessage, isRetried: boolean): void {
  const { world, tab, conversation } = situation
  const { clientId, state } = message
  if (clientId === undefined) return
  if (isRetried) {
    world.ledger.sentAgain([shownAs(message)])
    void dispatch(situation, { type: 'RetryMessage', conversationId: conversation.id, clientId })
  } else giveUp(situation, message)
  world.occurrences.command(isRetried ? 'retry' : 'discard')
  world.trace.line(
    tab.name,
    `${isRetried ? 'retries' : 'gives up'} ${shownAs(message).slice(0, 30)}, ${state}`,
  )
}
