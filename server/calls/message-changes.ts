import * as calls from '#schemas/wire/calls/message-changes.ts'
import { editMessage } from '../conversations/edit-message.ts'
import { readChanges } from '../conversations/message-changes.ts'
import { pinMessage, readPins } from '../conversations/pins.ts'
import { type NamedMessage, reactToMessage, readReactions } from '../conversations/reactions.ts'
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
  { extensions: ['reactions'] },
)

const getMessageReactions = guarded(
  calls.getMessageReactions,
  async (request) => done(await readReactions(request.services, named(request))),
  { extensions: ['reactions'], cost: callCost.page },
)

const getMessageReaders = guarded(
  calls.getMessageReaders,
  async ({ fields, services, principal }) =>
    done(await readReaders(services, principal.accountId, fields.GroupID, fields.ChatID)),
  { extensions: ['readers'], cost: callCost.page },
)

const getMessageChanges = guarded(
  calls.getMessageChanges,
  async ({ fields, services, principal }) => {
    const { kind, id: conversationId } = namedConversation(fields)
    const reading = { kind, conversationId, accountId: principal.accountId }
    return done(await readChanges(services, reading, fields.Version))
  },
  { extensions: ['reactions', 'editing'], cost: callCost.page },
)

const setText = guarded(
  calls.editMessage,
  async (request) => {
    const { Message: text, AtIDs: mentions, TimeStamp: writtenAt } = request.fields
    const { sequence, edit } = await editMessage(request.services, named(request), {
      text,
      mentions,
      writtenAt,
    })
    return done({ SeqID: sequence, ...edit })
  },
  { extensions: ['editing'] },
)

const setPin = guarded(
  calls.pinMessage,
  async (request) => {
    const { IsPinned } = request.fields
    return done({ IsPinned, PinVersion: await pinMessage(request.services, named(request), IsPinned) })
  },
  { extensions: ['pins'] },
)

const getPinnedMessages = guarded(
  calls.getPinnedMessages,
  async ({ fields, services, principal }) => {
    const { kind, id: conversationId } = namedConversation(fields)
    return done(await readPins(services, { kind, conversationId, accountId: principal.accountId }))
  },
  { extensions: ['pins'], cost: callCost.page },
)

export const messageChangeRoutes = [
  setReaction,
  getMessageReactions,
  getMessageReaders,
  setText,
  getMessageChanges,
  setPin,
  getPinnedMessages,
] as const
