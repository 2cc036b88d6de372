import * as calls from '#schemas/wire/calls/message-changes.ts'
import { type NamedMessage, reactToMessage, readChanges, readReactions } from '../conversations/reactions.ts'
import { readReaders } from '../groups/readers.ts'
import { callCost } from '../limits/limits.ts'
import { namedConversation } from './conversations.ts'
import { done, type GuardedRequest, guarded } from './handler.ts'

const named = ({
  fields,
  principal,
}: Pick<GuardedRequest<typeof calls.getMessageReactions>, 'fields' | 'principal'>): NamedMessage => {
  const { kind, id } = namedConversation(fields)
  return { kind, accountId: principal.accountId, conversationId: id, messageId: fields.ChatID }
}

const setReaction = guarded(
  calls.reactToMessage,
  async (request) => {
    const { services, fields } = request
    const { sequence, version, counts } = await reactToMessage(services, named(request), fields.Emoji)
    return done({ SeqID: sequence, Version: version, Reactions: [...counts] })
  },
  { extension: 'reactions' },
)

const getMessageReactions = guarded(
  calls.getMessageReactions,
  async (request) => done(await readReactions(request.services, named(request))),
  { extension: 'reactions', cost: callCost.page },
)

const getMessageReaders = guarded(
  calls.getMessageReaders,
  async ({ fields, services, principal }) =>
    done(await readReaders(services, principal.accountId, fields.GroupID, fields.ChatID)),
  { extension: 'readers', cost: callCost.page },
)

const getMessageChanges = guarded(
  calls.getMessageChanges,
  async ({ fields, services, principal }) => {
    const { kind, id: conversationId } = namedConversation(fields)
    const reading = { kind, conversationId, accountId: principal.accountId }
    return done(await readChanges(services, reading, fields.Version))
  },
  { extension: 'reactions', cost: callCost.page },
)

export const messageChangeRoutes = [
  setReaction,
  getMessageReactions,
  getMessageReaders,
  getMessageChanges,
] as const
