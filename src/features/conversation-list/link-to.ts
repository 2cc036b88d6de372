import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { parseConversationId } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'

/** Where a conversation's screen is [SESS-07]. */
export const linkTo = ({ id }: Pick<ConversationSummary, 'id'>) => ({
  to: paths.session,
  params: { sessionId: String(parseConversationId(id).wireId) },
})
