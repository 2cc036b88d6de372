import * as z from 'zod/mini'
import { parseJson } from '../../json-text.ts'
import {
  draftVersionFields,
  editFields,
  pinFields,
  reactionFields,
  timerFields,
  wireMessage,
} from '../message.ts'
import { describeIssues } from '../parse-response.ts'
import { optionalText, wireId, wireTime } from '../primitives.ts'
import { command } from './commands.ts'
import { connectedFrame } from './connected.ts'
import {
  deleteGroupChatFrame,
  deleteUserChatsFrame,
  groupChatFrame,
  groupChatResponseFrame,
  groupEventFrame,
  groupJoinApplyFrame,
  groupReadFrame,
  groupUserMuteFrame,
  inviteFrame,
} from './from-server-groups.ts'
import { typingFrame } from './typing.ts'

/** The response to the login frame [SOCK-41]. */
export const loginResponseFrame = z.looseObject({
  Cmd: z.literal(command.login),
  Code: z.number(),
  UID: z.nullish(z.number()),
  Msg: optionalText,
  Time: wireTime,
})
/** The response to the logout frame [SOCK-42]. */
export const logoutResponseFrame = z.looseObject({
  Cmd: z.literal(command.logout),
  Code: z.number(),
  UID: z.nullish(z.number()),
})
/** The response to a heartbeat. From its Time the client computes the offset of its clock (DEC-113). */
export const heartBeatResponseFrame = z.looseObject({ Cmd: z.literal(command.heartBeat), Time: wireTime })
/** A message for this user: from a peer, or from another device of this user [SOCK-37]. */
export const chatFrame = z.looseObject({
  Cmd: z.literal(command.chat),
  chat: z.extend(wireMessage, { ChatSessionID: wireId }),
})
/** The response to a sent message. Our server always sends SeqID (DEC-106) [SOCK-39]. */
export const chatResponseFrame = z.looseObject({
  Cmd: z.literal(command.chatResponse),
  Code: z.number(),
  ChatID: z.nullish(z.number()),
  ChatSessionID: z.nullish(z.number()),
  ClientMsgId: optionalText,
  IsDuplicated: z._default(z.nullish(z.boolean()), false),
  Msg: optionalText,
  TimeStamp: wireTime,
  SeqID: z.nullish(z.number()),
  ...timerFields,
  /** Present if the rejection is a rate limit: the pause before a retry, ms. */
  RetryAfter: z.nullish(z.number()),
})
/** The peer has read up to ChatID; 0 means everything [SOCK-43]. */
export const readReceiptFrame = z.looseObject({
  Cmd: z.literal(command.readReceipt),
  Code: z._default(z.nullish(z.number()), 0),
  ChatSessionID: wireId,
  ChatID: z.int().check(z.minimum(0)),
  /** The time of reading, by the server's clock; optional. */
  TimeStamp: wireTime,
})
/** Another device of this user has read up to ChatID; 0 means everything [SOCK-44]. */
export const ownReadFrame = z.looseObject({
  Cmd: z.literal(command.ownRead),
  ChatSessionID: wireId,
  ChatID: z.int().check(z.minimum(0)),
  TimeStamp: wireTime,
})
/** A one-to-one conversation was opened. Our server also sends it when contacts changed (DEC-111) [SOCK-46]. */
export const newSessionFrame = z.looseObject({
  Cmd: z.literal(command.newSession),
  FriendID: wireId,
  ChatSessionID: wireId,
})
/** Another person asks this user to become a friend [SOCK-51]. */
export const friendApplyFrame = z.looseObject({
  Cmd: z.literal(command.friendApply),
  ApplicationID: wireId,
  UserID: wireId,
  NickName: optionalText,
  HeadImg: optionalText,
  Remark: optionalText,
  /** Where the sender found this user; the same text as in the list of applications (DEC-210). */
  Source: optionalText,
  /** When the request was sent or renewed; optional (DEC-222). */
  CreateTime: wireTime,
})
/** A friend came online [SOCK-50]. */
export const onlineFrame = z.looseObject({ Cmd: z.literal(command.online), FriendID: wireId })
/** A friend went offline [SOCK-50]. */
export const offlineFrame = z.looseObject({ Cmd: z.literal(command.offline), FriendID: wireId })
/** [SOCK-57] */
export const forcedLogoutFrame = z.looseObject({ Cmd: z.literal(command.forcedLogout) })
/** [SOCK-49] */
export const tokenUpdateFrame = z.looseObject({ Cmd: z.literal(command.tokenUpdate), Token: z.string() })
/** A new sign-in to this account on another device; an extension of the contract (docs/security.md). */
export const newSignInFrame = z.looseObject({
  Cmd: z.literal(command.newSignIn),
  /** Browser and system, such as "Firefox, Windows"; may be empty. */
  Device: optionalText,
})
/** The own profile was changed on another device; an extension of the contract (docs/security.md). */
export const profileChangedFrame = z.looseObject({ Cmd: z.literal(command.profileChanged) })
/** The own tags were changed on another device; an extension of the contract (DEC-212). */
export const tagsChangedFrame = z.looseObject({ Cmd: z.literal(command.tagsChanged) })
/**
 * The own contacts or blacklist changed, and the other person has no conversation that NewChatSession could name; an
 * extension of the contract (DEC-199).
 */
export const contactsChangedFrame = z.looseObject({ Cmd: z.literal(command.contactsChanged) })
/** A message was deleted for everyone. Its row stays as a tombstone [SOCK-52]. */
export const deleteChatFrame = z.looseObject({
  Cmd: z.literal(command.deleteChat),
  ChatSessionID: wireId,
  ChatID: wireId,
})

/** A person's reaction to a message was set, replaced or, if empty, removed; an extension (docs/extensions.md). */
export const messageReactedFrame = z.looseObject({
  Cmd: z.literal(command.messageReacted),
  ChatSessionID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  ChatID: wireId,
  SeqID: wireId,
  UserID: wireId,
  Emoji: z.string(),
  ...reactionFields,
})

/** The sender of a message edited its text; an extension (docs/extensions.md). */
export const messageEditedFrame = z.looseObject({
  Cmd: z.literal(command.messageEdited),
  ChatSessionID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  ChatID: wireId,
  SeqID: wireId,
  ...editFields,
})

/** A message was pinned or unpinned for all members; an extension (docs/extensions.md). */
export const messagePinnedFrame = z.looseObject({
  Cmd: z.literal(command.messagePinned),
  ChatSessionID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  ChatID: wireId,
  ...pinFields,
})

/** Another device of this user saved a draft, whose text `/GetDraft` returns; an extension (docs/extensions.md). */
export const draftSavedFrame = z.looseObject({
  Cmd: z.literal(command.draftSaved),
  ChatSessionID: z.nullish(z.number()),
  GroupID: z.nullish(z.number()),
  ...draftVersionFields,
})

/** All frames from the server. */
export const serverFrame = z.discriminatedUnion('Cmd', [
  connectedFrame,
  loginResponseFrame,
  logoutResponseFrame,
  heartBeatResponseFrame,
  chatFrame,
  chatResponseFrame,
  readReceiptFrame,
  ownReadFrame,
  newSessionFrame,
  friendApplyFrame,
  onlineFrame,
  offlineFrame,
  forcedLogoutFrame,
  tokenUpdateFrame,
  newSignInFrame,
  profileChangedFrame,
  tagsChangedFrame,
  contactsChangedFrame,
  deleteChatFrame,
  messageReactedFrame,
  typingFrame,
  messageEditedFrame,
  draftSavedFrame,
  messagePinnedFrame,
  groupChatFrame,
  groupChatResponseFrame,
  groupReadFrame,
  groupEventFrame,
  groupUserMuteFrame,
  deleteGroupChatFrame,
  groupJoinApplyFrame,
  deleteUserChatsFrame,
  inviteFrame,
])
export type ServerFrame = z.infer<typeof serverFrame>
/** The input type for the server's code; fields with defaults are optional. */
export type ServerFrameInput = z.input<typeof serverFrame>

type FrameResult =
  | { readonly isValid: true; readonly frame: ServerFrame }
  /** `kind` is the frame's Cmd, or `?` if it is missing or too long. `detail` never contains values. */
  | { readonly isValid: false; readonly kind: string; readonly detail: string }

/** A frame of any kind. The limit keeps fault reports short. */
const frameWithCommand = z.looseObject({ Cmd: z.string().check(z.maxLength(40)) })

/** Parses and validates a text frame of the server. Never throws (DEC-126) [SOCK-79]. */
export function readServerFrame(text: string): FrameResult {
  const value = parseJson(text)
  if (value === undefined) return { isValid: false, kind: '?', detail: 'not JSON' }
  const parsed = z.safeParse(serverFrame, value)
  if (parsed.success) return { isValid: true, frame: parsed.data }
  const withCommand = z.safeParse(frameWithCommand, value)
  return {
    isValid: false,
    kind: withCommand.success ? withCommand.data.Cmd : '?',
    detail: describeIssues(parsed.error.issues),
  }
}
