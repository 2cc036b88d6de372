import { createActor } from 'xstate'
import type { DeliveryOutcome } from '#domain/outbox/delivery.ts'
import type { UploadProgress } from '#machines/message/upload-message-file.ts'
import { createOutboxMachine } from '#machines/outbox/outbox-machine.ts'
import { createWritable } from '#streams/readable.ts'
import { type Account, folded, openAccount, self } from '../account-fixture.ts'

/** The outbox machine with a real log, a fake socket and fake HTTP. */
export async function startOutbox() {
  const account = await openAccount()
  return { ...account, ...startOn(account) }
}

/** Starts another outbox with the same log, as after a change of leadership. */
export function startOn({
  caller,
  clock,
  link,
  log,
  random,
  report,
  serverTime,
  environment,
  socket,
}: Account) {
  const rejected: { text: string; outcome: DeliveryOutcome }[] = []
  const heard = new Set<string>()
  const actor = createActor(
    createOutboxMachine({
      log,
      clock,
      random,
      report,
      progress: createWritable<UploadProgress>(new Map()),
      visibility: environment,
      sending: { userId: self, link, caller, serverTime },
      rejected: (message, outcome) => rejected.push({ text: message.body, outcome }),
    }),
    {
      clock,
      inspect(event) {
        if (event.type === '@xstate.event' && event.actorRef === actor) heard.add(event.event.type)
      },
    },
  )
  actor.start()
  const chats = () => socket.connections.flatMap((connection) => connection.sentOf('Chat'))
  return {
    actor,
    rejected,
    /** The names of all events that the machine has received so far. */
    heard,
    /** The texts of the chat frames sent so far. */
    sentTexts: () => chats().map((frame) => frame.Message),
    chats,
    /** Answers the chat frame with this text. */
    async answer(
      text: string,
      answer: { Code?: number; Msg?: string; SeqID?: number; RetryAfter?: number; TimeStamp?: number } = {},
    ) {
      const frame = chats().findLast((one) => one.Message === text)
      const sequence = chats().length
      socket.last().receive({
        Cmd: 'ChatResponse',
        Code: 0,
        ChatID: sequence * 10,
        SeqID: sequence,
        ChatSessionID: 1,
        ClientMsgId: String(frame?.ClientMsgId),
        TimeStamp: serverTime.now(),
        ...answer,
      })
      await folded(clock)
    },
    children: () => Object.keys(actor.getSnapshot().children).filter((id) => id.startsWith('message-')),
  }
}
