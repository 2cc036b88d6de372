import { openTimelineHandle } from '#client/timeline.ts'
import type { Notice } from '#domain/notification/toast.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { getChatData } from '#schemas/wire/calls/conversations.ts'
import { type Account, confirmed, first, folded, listed, openAccount, received } from '../account-fixture.ts'
import { serveHistory } from '../server-history.ts'

export const history = (from: number, to: number): NewEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => received(first, confirmed(from + index)))

/** A listed conversation with these messages on the device and this number of messages on the server. */
export async function open(held: readonly NewEvent[], atServer: number) {
  const account = await openAccount([listed(first), ...held])
  serveHistory(account.caller, new Map([[first, atServer]]))
  return openIn(account, first)
}

/** Opens a conversation, listed or not. */
export async function openIn(account: Account, conversationId: ConversationId) {
  const notices: Notice[] = []
  const services = { ...account, notify: (notice: Notice) => void notices.push(notice) }
  const handle = openTimelineHandle({ conversationId, services }, account.clock, undefined)
  await folded(account.clock)
  return {
    ...account,
    handle,
    notices,
    view: () => handle.view.get(),
    sequences: () => handle.view.get().messages.map(({ sequence }) => sequence),
    requests: () => account.caller.callsOf(getChatData).map(({ request }) => request),
  }
}
