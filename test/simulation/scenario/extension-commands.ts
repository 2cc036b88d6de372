import { canReactTo, quickReactions } from '#domain/message/reactions.ts'
import { type CommandRunner, dispatch, type Situation, shown } from './situation.ts'

/** The newest shown messages to which people may react. */
const reactable = (situation: Situation) =>
  shown(situation)
    .filter((message) => message.serverId !== undefined && canReactTo(message))
    .slice(-6)

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
    own.note(conversation.id, activity)
    if (random.chance(0.2)) own.stop(conversation.id)
    return `is ${activity}`
  },
} as const satisfies Record<string, CommandRunner>

// Object.keys loses the type of the keys.
export const extensionCommandNames = Object.keys(extensionCommands) as (keyof typeof extensionCommands)[]
