import type { Client } from '#client/client.ts'
import { messageFilesPath } from '#domain/media/media-address.ts'
import { clientId, conversationId } from '#schemas/ids.ts'
import type { LogEventOf } from '#schemas/log/envelope.ts'
import type { Position } from '#schemas/log/position.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { Ports } from '#streams/ports.ts'
import { groupManagementNames } from '../scenario/group-management-commands.ts'
import type { Create } from './client-mutants.ts'
import type { Mutant } from './mutant.ts'
import { appending } from './storage-mutants.ts'

type Submission = LogEventOf<'MessageSubmitted'>

/** Changes each submission before it is stored. */
const submitting = (ports: Ports, change: (event: Submission) => Submission): Ports =>
  appending(ports, (events) =>
    events.map((event) => (event.type === 'MessageSubmitted' ? change(event) : event)),
  )

const placedAt = (event: Submission, segment: number): Submission => {
  const position: Position = { segment, index: event.position.index }
  return { ...event, position }
}

/** Larger than any segment number. */
const lastSegment = 10 ** 9

/** Gives a later message an earlier place, so that the outbox sends the newest message first. */
const reversesOutbox = (ports: Ports): Ports =>
  submitting(ports, (event) => placedAt(event, lastSegment - (event.position.segment ?? 0)))

/** The pause of a file between its upload and its sending, ms. */
const pause = 20_000

/** Does not send a file right after its upload. It is rejected here at first, and retried after a pause. */
const sendsFilesLate = (ports: Ports, create: Create): Client => {
  const rejected = new Set<string>()
  /** The rejection of the first try of a file. */
  const reject = (text: string): string | undefined => {
    if (!text.includes(`"Message":"${messageFilesPath}`)) return undefined
    const { ClientMsgId, ChatSessionID, GroupID }: Readonly<Record<string, unknown>> = JSON.parse(text)
    const id = String(ClientMsgId)
    if (rejected.has(id)) return undefined
    rejected.add(id)
    const conversation =
      GroupID === undefined
        ? conversationId('direct', Number(ChatSessionID))
        : conversationId('group', Number(GroupID))
    const retry = { type: 'RetryMessage', conversationId: conversation, clientId: clientId(id) } as const
    ports.clock.setTimeout(() => void client.account.get()?.dispatch(retry), pause)
    const Cmd = GroupID === undefined ? 'ChatResponse' : 'GroupChatResponse'
    return JSON.stringify({
      Cmd,
      ClientMsgId,
      ChatSessionID,
      GroupID,
      Code: resultCode.forbidden,
      Msg: 'later',
    })
  }
  const client = create({
    ...ports,
    http: {
      request: async (request) => {
        const text = typeof request.body === 'string' ? reject(request.body) : undefined
        return text === undefined ? ports.http.request(request) : { status: 200, text }
      },
    },
    socket: {
      connect(url, handlers) {
        const connection = ports.socket.connect(url, handlers)
        return {
          ...connection,
          close: (code) => connection.close(code),
          send(text) {
            const response = reject(text)
            if (response === undefined) connection.send(text)
            else ports.clock.setTimeout(() => handlers.received(response), 1)
          },
        }
      },
    },
  })
  return client
}

/** Places a message by the device's clock, so that a clock that goes back reorders messages. */
const ordersByClock = (ports: Ports): Ports =>
  submitting(ports, (event) => placedAt(event, Math.floor(ports.clock.now() / 1000)))

/** Numbers the parts of a send backwards. */
const reversesParts = (ports: Ports): Ports =>
  submitting(ports, (event) => {
    const { part } = event.data
    return part ? { ...event, data: { ...event.data, part: { ...part, index: 100 - part.index } } } : event
  })

/** Mutants of the order in which a writer's messages are sent. */
export const orderMutants = {
  'reversed-outbox': {
    description: 'an outbox that sends unsent messages in reverse order',
    violates: 'writer-order',
    options: { breakPorts: reversesOutbox },
    noticedBy: 4,
  },
  'late-file': {
    description: 'a client that lets later messages pass a file after its upload',
    violates: 'writer-order',
    // A text in the same send as the file would violate the invariant in another way.
    options: { breakClient: sendsFilesLate, leftOut: ['sendTogether'] },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'clock-ordered-outbox': {
    description: "an outbox that orders messages by the device's clock",
    violates: 'writer-order',
    options: { breakPorts: ordersByClock, leftOut: groupManagementNames },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'reversed-parts': {
    description: 'a send whose parts leave in reverse order',
    violates: 'writer-order',
    options: { breakPorts: reversesParts },
    needsWholeWorld: true,
    noticedBy: 1,
  },
} as const satisfies Record<string, Mutant>
