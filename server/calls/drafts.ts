import * as calls from '#schemas/wire/calls/drafts.ts'
import { getDraft, saveDraft } from '../conversations/drafts.ts'
import { namedConversation } from './conversations.ts'
import { done, guarded } from './handler.ts'

const save = guarded(
  calls.saveDraft,
  async ({ fields, services, principal }) => {
    const { kind, id: conversationId } = namedConversation(fields)
    const { accountId, sessionId } = principal
    return done(await saveDraft(services, { kind, accountId, conversationId }, sessionId, fields))
  },
  { extensions: ['drafts'] },
)

const get = guarded(
  calls.getDraft,
  async ({ fields, services, principal: { accountId } }) => {
    const { kind, id: conversationId } = namedConversation(fields)
    return done(await getDraft(services, { kind, accountId, conversationId }))
  },
  { extensions: ['drafts'] },
)

export const draftRoutes = [save, get] as const
