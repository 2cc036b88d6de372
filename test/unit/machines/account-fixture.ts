import { limitReports } from '#client/start-client.ts'
import { type ConversationId, conversationId, serverId, userId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { createServerTime } from '#streams/clock/server-time.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { openAccountLog } from '#streams/log/open-account-log.ts'
import { createSocketLink } from '#streams/socket/socket-link.ts'
import { createMemoryDisk } from '#streams/storage/memory-storage.ts'
import { createSeededNumbers } from '#test/unit/seeded-numbers.ts'
import { createFakeCaller } from './fake-caller.ts'
import { SimulatedClock } from './simulated-clock.ts'
import { createFakeSocket } from './socket/fake-socket.ts'
import { createTestEnvironment } from './test-environment.ts'

export const self = userId(7)
export const peer = userId(8)
export const first = conversationId('direct', 1)
export const second = conversationId('direct', 2)

/** The server lists a conversation, which began at `createdAt`, server ms. */
export const listed = (id: ConversationId, createdAt = 1): NewEvent => ({
  stream: id,
  type: 'ConversationListed',
  data: {
    facts: {
      conversationId: id,
      peerId: peer,
      title: 'Ben',
      avatarUrl: '',
      isPinned: false,
      isMuted: false,
      isNew: false,
      createdAt,
    },
  },
  occurredAt: 1,
  origin: 'http',
})

export const confirmed = (sequence: number, changes: Partial<ConfirmedMessage> = {}): ConfirmedMessage => ({
  serverId: serverId(sequence * 10),
  sequence,
  senderId: peer,
  senderName: 'Ben',
  senderAvatarUrl: '',
  type: 'txt',
  body: `message ${sequence}`,
  sentAt: sequence * 1000,
  ...changes,
})

export const received = (id: ConversationId, message: ConfirmedMessage): NewEvent => ({
  stream: id,
  type: 'MessageReceived',
  data: { message },
  occurredAt: message.sentAt,
  origin: 'http',
})

/** Advances past the frame that an append waits before it is written and folded. */
export const folded = (clock: SimulatedClock): Promise<void> => clock.advance(16)

/** An account with a real log in memory, and a server that answers as the test defines. */
export async function openAccount(events: readonly NewEvent[] = [listed(first), listed(second)]) {
  // The first upload loads its code, for which the simulated clock does not wait.
  await import('#machines/message/upload-message-file.ts')
  const clock = new SimulatedClock()
  const socket = createFakeSocket()
  const environment = createTestEnvironment()
  const faults: string[] = []
  const report = limitReports(
    { fault: ({ kind, cause }) => void faults.push(cause ? `${kind} ${cause}` : kind) },
    clock,
  )
  const serverTime = createServerTime(clock)
  /** The storage rejects every operation while it is set. */
  const disk = { isFailing: false }
  const random = createSeededNumbers()
  const log = await openAccountLog({
    account: self,
    time: serverTime,
    ports: {
      clock,
      random,
      report,
      storage: createMemoryDisk().storage(() => {
        if (disk.isFailing) throw new Error('the disk is failing')
      }),
      channel: silentChannel,
    },
  })
  const filled = log.append(events)
  await folded(clock)
  await filled
  const link = createSocketLink({ socket, clock, report, serverTime })
  const caller = createFakeCaller()
  return {
    caller,
    clock,
    disk,
    faults,
    link,
    log,
    random,
    report,
    serverTime,
    socket,
    environment,
    /** Makes the socket ready, as after a login. */
    connect() {
      link.open('wss://one.example/socket')
      socket.last().open()
      socket.last().receive({ Cmd: 'Connected', Time: serverTime.now() })
      link.setReady(true)
    },
    say: (text: string, conversation = first) =>
      log.dispatch({ type: 'SendText', conversationId: conversation, text }),
    /** States of the unsent messages, by text. */
    unsent: () => Object.fromEntries(log.outbox.get().messages.map(({ body, state }) => [body, state])),
  }
}
export type Account = Awaited<ReturnType<typeof openAccount>>
