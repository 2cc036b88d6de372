import { filter, firstValueFrom, take } from 'rxjs'
import type { Outcome } from '#domain/commands/command.ts'
import { replyTimeLimit } from '#domain/connection/heartbeat.ts'
import { done, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { type DeletableMessage, decideDeleteForEveryone } from '#domain/message/decide-deletion.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { TabMessage } from '#schemas/cross-tab/tab-message.ts'
import { type ConversationId, parseConversationId, type ServerId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { randomText } from '#streams/clock/random-text.ts'
import { sleep } from '#streams/clock/timing.ts'
import { askTabs } from '#streams/cross-tab/tab-channel.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import { sendDeletion } from '#streams/outbound/delete-for-everyone.ts'
import type { Ports } from '#streams/ports.ts'

/** The text key of the toast after all conversations were cleared [SET-10]. */
export interface ClearedToast {
  readonly key: 'messaging-settings.success'
}

/** Deletions that the log's commands do not cover, because they need a connection or the leader tab. */
export interface Deletion {
  /**
   * Deletes messages for everyone, or recalls them; they disappear when the server confirms. Rejects messages that may
   * not be deleted, and messages that the server does not confirm within 3 s, which stay (DEC-20 DEC-21) [MSG-41 MSG-46
   * MSG-47].
   */
  deleteForEveryone(conversation: ConversationId, messages: readonly DeletableMessage[]): Promise<Outcome>
  /**
   * Clears the messages of all conversations on this device, except unsent ones (DEC-173) [SET-10 XTAB-06]. Rejects if
   * the storage fails, or if the leader tab does not reply within 15 s [XTAB-02]. A notice shows a success after that.
   */
  clearAllConversations(): Promise<Outcome<ClearedToast>>
}

type ClearingCore = Pick<AccountCore, 'log' | 'notify' | 'tabs' | 'userId'> & {
  readonly ports: Pick<Ports, 'clock' | 'random'>
}

/** Creates the operations that delete for everyone and clear all conversations. */
export const createDeletion = (core: AccountCore): Deletion => ({
  deleteForEveryone: (conversation, messages) => deleteForEveryone(core, conversation, messages),
  clearAllConversations: () => clearAllConversations(core),
})

/** Sends over this tab's own connection if it has one, else over the leader tab's (DEC-20). */
async function deleteForEveryone(
  core: AccountCore,
  conversation: ConversationId,
  chosen: readonly DeletableMessage[],
): Promise<Outcome> {
  const { link, log, serverTime, tabs, userId } = core
  const group = log.conversations.get().find(({ id }) => id === conversation)?.group
  const membership = { kind: parseConversationId(conversation).kind, role: group?.role ?? 0 }
  const decision = decideDeleteForEveryone(chosen, membership, serverTime.now())
  if (!decision.isOk) return decision
  if (!isConnected(core)) return rejectedBecause({ key: 'connection.disconnected' })
  const messages = decision.value
  const request = () =>
    link.isReady()
      ? sendDeletion(link, userId, { conversation, messages })
      : tabs.post({ type: 'delete-for-everyone', account: userId, conversation, messages: [...messages] })
  const isDeleted = await confirmDeletion(core, conversation, messages, request)
  return isDeleted ? done : rejectedBecause({ key: 'conversation.delete.unconfirmed' })
}

const isConnected = ({ connection }: AccountCore): boolean => {
  const { status } = connection.get()
  return status === 'connected' || status === 'catching-up'
}

/** The toast after a success [SET-10]. */
const cleared: ClearedToast = { key: 'messaging-settings.success' }

/** Clears all conversations in the leader tab; see `Deletion`. Exported for tests with less than a whole account. */
export async function clearAllConversations(core: ClearingCore): Promise<Outcome<ClearedToast>> {
  const isCleared = core.log.isLeading() ? await clearHere(core) : await requestFromLeader(core)
  return isCleared ? succeeded(cleared) : rejectedBecause({ key: 'messaging-settings.failed' })
}

const clearHere = async ({ log }: ClearingCore): Promise<boolean> =>
  (await log.dispatch({ type: 'ClearAllConversations' })).isOk

/** Characters of a request's id. */
const requestIdLength = 12

type Reply = Extract<
  TabMessage,
  { type: 'clear-all-device-session-success' | 'clear-all-device-session-failed' }
>

const isReplyTo =
  (user: UserId, requestId: string) =>
  (message: TabMessage): message is Reply =>
    (message.type === 'clear-all-device-session-success' ||
      message.type === 'clear-all-device-session-failed') &&
    message.userId === user &&
    message.requestId === requestId

const isSuccess = ({ type }: Reply): boolean => type === 'clear-all-device-session-success'

async function requestFromLeader(core: ClearingCore): Promise<boolean> {
  const { clock, random } = core.ports
  const { tabs, userId } = core
  const requestId = randomText(random, requestIdLength)
  const question = { type: 'clear-all-device-session', userId, requestId, requestedAt: clock.now() } as const
  const replies$ = askTabs({ tabs, clock }, question, isReplyTo(userId, requestId))
  const reply = await firstValueFrom(replies$, { defaultValue: undefined })
  if (!reply) notifyLateSuccess(core, requestId)
  return reply !== undefined && isSuccess(reply)
}

/** The leader tab may be slow rather than gone. A later success corrects the failure that was shown. */
function notifyLateSuccess({ log, notify, tabs, userId }: ClearingCore, requestId: string): void {
  const replies$ = tabs.messages$.pipe(filter(isReplyTo(userId, requestId)), take(1), untilLogCloses(log))
  replies$.subscribe((reply) => {
    if (isSuccess(reply)) notify({ kind: 'success', ...cleared })
  })
}

/**
 * Sends the request. Resolves with whether the server has confirmed within 3 s that all messages are deleted
 * for everyone. The server does not answer a rejection (DEC-20). Never rejects.
 */
async function confirmDeletion(
  { log, ports }: AccountCore,
  conversation: ConversationId,
  messages: readonly ServerId[],
  sendRequest: () => void,
): Promise<boolean> {
  const over = new AbortController()
  const deleted = new Set<ServerId>()
  const areDeleted = () => messages.every((message) => deleted.has(message))
  const subscription = log.appended$.subscribe({
    next: (events) => {
      for (const message of events.flatMap((event) => deletedBy(event, conversation))) deleted.add(message)
      if (areDeleted()) over.abort()
    },
    complete: () => over.abort(),
  })
  sendRequest()
  await sleep(ports.clock, replyTimeLimit, over.signal)
  subscription.unsubscribe()
  return areDeleted()
}

/** Returns the messages of a conversation that an event of the server deletes. */
const deletedBy = (event: LogEvent, conversation: ConversationId): readonly ServerId[] =>
  event.type === 'MessagesDeleted' && event.stream === conversation && event.origin !== 'local'
    ? event.data.serverIds
    : []
