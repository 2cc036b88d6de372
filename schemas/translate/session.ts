import * as z from 'zod/mini'
import type { ConversationKind } from '../ids.ts'
import { wireChatSession, wireGroupSession } from '../wire/calls/conversations.ts'
import { type ListedConversation, toListedConversation, toListedGroup } from './conversation.ts'

/** One row of the list that was asked for by itself [SESS-29]; undefined when it is not available. `now` is server ms. */
export function toListedSession(
  kind: ConversationKind,
  row: unknown,
  now: number,
): ListedConversation | undefined {
  if (kind === 'group') {
    const group = z.safeParse(wireGroupSession, row)
    return group.success ? toListedGroup(group.data, now) : undefined
  }
  const session = z.safeParse(wireChatSession, row)
  return session.success ? toListedConversation(session.data, now) : undefined
}
