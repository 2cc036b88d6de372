import type { Caller, CallersFile } from './calls.ts'
import type { Visitor } from './journey.ts'

/** Returns the id of the conversation between the two. */
const sessionOf = async (one: Caller, other: Pick<Visitor, 'credentials'>): Promise<number> =>
  (await one.call<{ ID: number }>('/CreateChatSession', { UserID: other.credentials().UID })).ID

let said = 0
/** Sends a message to a person by a call: a text, or the body of another message type. */
export async function say(
  from: Caller,
  to: Pick<Visitor, 'credentials'>,
  text: string,
  type = 'txt',
): Promise<void> {
  said += 1
  await from.call('/SendChat', {
    ChatSessionID: await sessionOf(from, to),
    Message: text,
    MsgType: type,
    TimeStamp: Date.now(),
    ClientMsgId: `bycall${said}x`.padEnd(20, '0'),
  })
}

/** Sends a file by calls. `bodyOf` makes the message body from its address. */
export async function sayFile(
  from: Caller,
  to: Visitor,
  type: 'audio' | 'video' | 'file',
  file: CallersFile,
  bodyOf: (address: string) => string,
): Promise<void> {
  const ChatSessionID = String(await sessionOf(from, to))
  await say(from, to, bodyOf(await from.upload({ ChatSessionID, Type: type }, file)), type)
}

/** Returns the texts between the two from the server. */
export const textsTo = (reader: Caller, writer: Pick<Visitor, 'credentials'>): Promise<readonly string[]> =>
  bodiesTo(reader, writer, 'txt')

/** Returns whether the reader's own texts to the other person are read there, oldest first. */
export async function readStates(reader: Caller, other: Visitor): Promise<readonly boolean[]> {
  const page = await firstPage(reader, other)
  return page
    .filter(({ MsgType, UserID }) => MsgType === 'txt' && UserID === reader.userId)
    .map(({ IsRead }) => Boolean(IsRead))
}

/** Returns the bodies of one message type between the two from the server. */
export async function bodiesTo(
  reader: Caller,
  writer: Pick<Visitor, 'credentials'>,
  type: string,
): Promise<readonly string[]> {
  const page = await firstPage(reader, writer)
  return page.filter(({ MsgType }) => MsgType === type).map(({ Message }) => Message)
}

interface StoredMessage {
  readonly UserID: number
  readonly Message: string
  readonly MsgType: string
  readonly IsRead: 0 | 1
}

/** Returns the first messages between the two, oldest first. */
async function firstPage(
  reader: Caller,
  other: Pick<Visitor, 'credentials'>,
): Promise<readonly StoredMessage[]> {
  const ChatSessionID = await sessionOf(reader, other)
  const page = { ChatSessionID, TimeStamp: 0, Status: 1, FromID: 0 }
  return (await reader.call<StoredMessage[] | null>('/GetChatData', page)) ?? []
}
