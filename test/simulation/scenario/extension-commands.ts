import { createComposer } from '#client/composer.ts'
import { canEdit } from '#domain/message/edits.ts'
import { everyone } from '#domain/message/mentions.ts'
import { mayPin } from '#domain/message/pins.ts'
import { canReactTo, quickReactions } from '#domain/message/reactions.ts'
import { shownAs } from './attachments.ts'
import { messageCommands } from './message-commands.ts'
import { type CommandRunner, dispatch, type Situation, shown } from './situation.ts'
import { unusualText } from './unusual-texts.ts'

/** The newest shown messages to which people may react. */
const reactable = (situation: Situation) =>
  shown(situation)
    .filter((message) => message.serverId !== undefined && canReactTo(message))
    .slice(-6)

/** The newest shown texts of this user that the server has accepted. */
const editable = (situation: Situation) =>
  shown(situation)
    .filter((message) => message.serverId !== undefined && canEdit(message))
    .slice(-6)

const firstEdit = 1_000_000

/** Commands of the extensions of the specification (docs/extensions.md). */
export const extensionCommands = {
  react: (situation) => {
    const { random, conversation } = situation
    const candidates = reactable(situation)
    if (candidates.length === 0) return undefined
    const { serverId } = random.pick(candidates)
    if (serverId === undefined) return undefined
    const emoji = random.chance(0.25) ? '' : random.pick(quickReactions)
    const { id: conversationId } = conversation
    void dispatch(situation, { type: 'ReactToMessage', conversationId, serverId, emoji })
    return `reacts with "${emoji}" to message ${serverId}`
  },
  type: async ({ account, conversation, random }) => {
    const own = await account.loadTyping()
    const activity = random.pick(['typing', 'recording'] as const)
    own.reportActivity(conversation.id, activity)
    if (random.chance(0.2)) own.endActivity(conversation.id)
    return `is ${activity}`
  },
  edit: (situation) => {
    const { random, conversation, person, world } = situation
    const candidates = editable(situation)
    if (candidates.length === 0) return undefined
    const message = random.pick(candidates)
    const { serverId, body } = message
    if (serverId === undefined) return undefined
    // The number differs from those of messages.
    const text = unusualText(random, firstEdit + world.ledger.edits.length)
    const original = world.ledger.originalOf(shownAs(message))
    world.ledger.edits.push({ person, messageId: serverId, text, replaced: body, original })
    const mentions = conversation.kind === 'group' && random.chance(0.3) ? [everyone] : []
    const { id: conversationId } = conversation
    void dispatch(situation, { type: 'EditMessage', conversationId, serverId, text, mentions })
    return `edits message ${serverId} to "${text.slice(0, 30)}"`
  },
  /** The server has drafts only in worlds with this command. */
  shareDraft: (situation) => {
    const { account, conversation, random } = situation
    const done = messageCommands.saveDraft(situation)
    // The person often leaves the conversation before the pause in typing has ended.
    if (random.chance(0.4)) account.composer(conversation.id, createComposer).leave()
    return `${done} for all devices`
  },
  pinMessage: (situation) => {
    const { random, conversation } = situation
    const { id: conversationId, group, pinnedMessages = [] } = conversation
    // The server rejects most of the others, which is tested as well.
    if (!mayPin(group?.role) && random.chance(0.8)) return undefined
    const candidates = reactable(situation)
    const isPinned = pinnedMessages.length === 0 || random.chance(0.7)
    const serverId = isPinned
      ? candidates.length > 0 && random.pick(candidates).serverId
      : random.pick(pinnedMessages)
    if (!serverId) return undefined
    void dispatch(situation, { type: 'PinMessage', conversationId, serverId, isPinned })
    return `${isPinned ? 'pins' : 'unpins'} message ${serverId}`
  },
} as const satisfies Record<string, CommandRunner>

// Object.keys loses the type of the keys.
export const extensionCommandNames = Object.keys(extensionCommands) as (keyof typeof extensionCommands)[]
