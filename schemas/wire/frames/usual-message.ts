import { messageTypes } from '../message.ts'
import { command } from './commands.ts'
import type { ServerFrame } from './from-server.ts'

type Fits = (value: unknown) => boolean

const isId: Fits = (value) => Number.isSafeInteger(value) && Number(value) > 0
const isText: Fits = (value) => typeof value === 'string' || value === null
const isNumber: Fits = (value) => Number.isFinite(value) || value === null
const isTime: Fits = (value) => isNumber(value) || typeof value === 'string'
const isFlag: Fits = (value) => value === 0 || value === 1 || typeof value === 'boolean' || value === null
const isAnything: Fits = () => true

const types: ReadonlySet<unknown> = new Set(messageTypes)

/** What `wireMessage` says of each field. */
const fields: ReadonlyMap<string, Fits> = new Map([
  ['ID', isId],
  ['ChatSessionID', isNumber],
  ['UserID', isId],
  ['UserNickName', isText],
  ['UserHeadImg', isText],
  ['Message', isText],
  ['MsgType', (value) => types.has(value)],
  ['TimeStamp', isTime],
  ['IsRead', isFlag],
  ['ReadDelete', isFlag],
  ['AutoDeleteTime', isNumber],
  ['ReadStamp', isTime],
  ['Quote', isAnything],
  ['QuoteChatID', isNumber],
  ['GroupID', isNumber],
  ['QuoteGroupChatID', isNumber],
  ['UserRole', isNumber],
  ['UserDisplayName', isText],
  ['AtIDs', isText],
  ['SeqID', isNumber],
  ['ClientMsgId', isText],
  ['ClientID', isTime],
  ['IsDeleted', isFlag],
])

/** Those without which it is no message, and those that the schema would fill in. */
const needed = ['ID', 'UserID', 'MsgType', 'IsRead', 'ReadDelete', 'IsDeleted'] as const

/** What a frame carries its message under. */
const carriers: ReadonlyMap<unknown, string> = new Map([
  [command.chat, 'chat'],
  [command.groupChat, 'groupchat'],
])
/** And what it says beside it. */
const beside: ReadonlyMap<string, Fits> = new Map([
  ['GroupID', isId],
  ['GroupImg', isText],
  ['GroupInfo', isText],
  ['GroupName', isText],
])

/**
 * The frame that comes by the thousands, told without the schema, which takes ten times as long: a message as our server
 * writes it. Takes what JSON gave; returns it as it is where `serverFrame` would give exactly that, and undefined where it
 * might not: then the schema has to say.
 */
export function usualMessageFrame(value: unknown): ServerFrame | undefined {
  if (!isRecord(value)) return undefined
  const carrier = carriers.get(value.Cmd)
  if (carrier === undefined || !isUsualMessage(value[carrier])) return undefined
  const isGroup = value.Cmd === command.groupChat
  for (const key in value) {
    if (key === 'Cmd' || key === carrier) continue
    if (!isGroup || !beside.get(key)?.(value[key])) return undefined
  }
  if (!isId(isGroup ? value.GroupID : sessionOf(value[carrier]))) return undefined
  // Everything that the schema asks for was looked at, and there is nothing that it would change.
  return value as ServerFrame
}

function isUsualMessage(value: unknown): boolean {
  if (!isRecord(value)) return false
  for (const key in value) if (!fields.get(key)?.(value[key])) return false
  return needed.every((key) => key in value)
}

const sessionOf = (message: unknown): unknown => (isRecord(message) ? message.ChatSessionID : undefined)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
