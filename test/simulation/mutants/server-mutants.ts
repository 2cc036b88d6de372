import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { Database } from '#server/store/database.ts'
import { conversationMember } from '#server/store/schema/index.ts'
import type { Backend, BackendLink } from '../backend.ts'

/** Drops every fifth message frame to a client permanently, and returns an empty history. */
export const losesFrames = (backend: Backend): Backend => withoutHistory(withLostFrames(backend))

/** Confirms a block and does not store it. */
export const forgetsBlocks = (backend: Backend): Backend =>
  answering(backend, '/Api/AddBlackList', { Code: 0, Msg: '', Data: null })

export const keepsRemovedStickers = (backend: Backend): Backend =>
  answering(backend, '/Api/DeleteSticker', { Code: 0, Msg: '', Data: null })

/** Shows two people their old messages again after the end of their friendship. */
export const keepsOldHistory = (backend: Backend, database: Database): Backend => ({
  ...backend,
  async fetch(request, address) {
    const isEnd = new URL(request.url).pathname === '/Api/DeleteFriend'
    const answer = await backend.fetch(request, address)
    if (isEnd)
      await database
        .update(conversationMember)
        .set({ historyAfterId: 0 })
        .where(isNotNull(conversationMember.peerId))
    return answer
  },
})

/** Confirms a reaction and does not store it. */
export const forgetsReactions = (backend: Backend): Backend =>
  answering(backend, '/Api/ReactToMessage', {
    ...{ Code: 0, Msg: '', Data: { SeqID: 1, Version: 1, Reactions: [] } },
  })

/** Does not say who has read a message. */
export const forgetsReaders = (backend: Backend): Backend =>
  answering(backend, '/Api/GetMessageReaders', noRows)
/** Confirms an edit and does not store it. */
export const forgetsEdits = (backend: Backend): Backend => ({
  ...backend,
  async fetch(request, address) {
    if (new URL(request.url).pathname !== '/Api/EditMessage') return backend.fetch(request, address)
    const { Message, TimeStamp }: Readonly<Record<string, unknown>> = JSON.parse(await request.text())
    const Data = { SeqID: 1, Version: 1, TimeStamp, Message, AtIDs: '' }
    return { status: 200, text: JSON.stringify({ Code: 0, Msg: '', Data }) }
  },
})

/** Confirms a pin of a message and does not store it. */
export const forgetsPins = (backend: Backend): Backend =>
  answering(backend, '/Api/PinMessage', { Code: 0, Msg: '', Data: { IsPinned: true, PinVersion: 1 } })

/** Does not tell returning clients that messages were pinned while they were away. */
export const hidesPinVersions = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) => {
    const { status, text } = await backend.fetch(request, address)
    const isList = new URL(request.url).pathname === '/Api/GetAllSessionList'
    return { status, text: isList ? text.replace(/,"PinVersion":\d+/g, '') : text }
  },
})

/** Says that no message has changed while a client was away. */
export const forgetsChanges = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) => {
    const { status, text } = await backend.fetch(request, address)
    return { status, text: text.replace(/,"ChangeVersion":\d+/g, '') }
  },
})

export const forgetsReadMarks = (backend: Backend): Backend =>
  answering(backend, '/Api/ReadChat', { Code: 0, Msg: '', Data: null })

/** Returns to the read marker before the last one, as if its call had been repeated too late. */
export const lowersReadMarkers = (backend: Backend, database: Database): Backend => {
  const earlier = new Map<string, ReadCall>()
  return {
    ...backend,
    async fetch(request, address) {
      const isMarker = new URL(request.url).pathname === '/Api/ReadChat'
      const call: ReadCall | undefined = isMarker ? JSON.parse(await request.clone().text()) : undefined
      const answer = await backend.fetch(request, address)
      if (!call) return answer
      const key = `${call.UID} ${call.ChatSessionID} ${call.GroupID}`
      const late = earlier.get(key)
      earlier.set(key, call)
      if (late) await lower(database, late)
      return answer
    },
  }
}

interface ReadCall {
  readonly UID: number
  readonly ChatSessionID?: number
  readonly GroupID?: number
  readonly ChatID: number
}

const lower = (database: Database, { UID, ChatSessionID, GroupID = 0, ChatID }: ReadCall) =>
  database
    .update(conversationMember)
    .set({ readMessageId: ChatID })
    .where(
      and(
        eq(conversationMember.accountId, UID),
        eq(conversationMember.conversationId, ChatSessionID ?? GroupID),
        gt(conversationMember.readMessageId, ChatID),
      ),
    )

export const forgetsDeletions = (backend: Backend): Backend =>
  answering(backend, '/Api/GetDeleteChat', noRows)

/** Removes the read markers of the person's other devices from the list and from frames. */
export const keepsOwnReadsToItself = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) => {
    const { status, text } = await backend.fetch(request, address)
    return { status, text: text.replace(/"SelfRead(Chat|Seq)ID":\d+/g, '"SelfRead$1ID":0') }
  },
  connect: (link, address) =>
    backend.connect(
      withoutFrames(link, (text) => text.startsWith('{"Cmd":"ReadChatSelf"')),
      address,
    ),
})

/** Does not pass on that people type. */
export const forgetsTyping = (backend: Backend): Backend => ({
  ...backend,
  connect: (link, address) =>
    backend.connect(
      withoutFrames(link, (text) => text.startsWith('{"Cmd":"Typing"')),
      address,
    ),
})

const withoutFrames = (link: BackendLink, isLost: (text: string) => boolean): BackendLink => ({
  ...link,
  send: (text) => {
    if (!isLost(text)) link.send(text)
  },
})

function withLostFrames(backend: Backend): Backend {
  let count = 0
  const isLost = (text: string) => text.startsWith('{"Cmd":"Chat"') && ++count % 5 === 0
  return {
    ...backend,
    connect: (link, address) => backend.connect(withoutFrames(link, isLost), address),
  }
}

const noRows = { Code: 0, Msg: '', Data: [] }
const withoutHistory = (backend: Backend): Backend =>
  answering(answering(backend, '/Api/GetChatData', noRows), '/Api/GetAllSessionData', noRows)

/** Gives one call a constant response. */
const answering = (backend: Backend, path: string, answer: unknown): Backend => ({
  ...backend,
  fetch: async (request, address) =>
    new URL(request.url).pathname === path
      ? { status: 200, text: JSON.stringify(answer) }
      : backend.fetch(request, address),
})
