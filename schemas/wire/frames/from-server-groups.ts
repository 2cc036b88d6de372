import * as z from 'zod/mini'
import { wireMessage } from '../message.ts'
import { inviteFields } from '../message-bodies.ts'
import { optionalText, wireId, wireTime } from '../primitives.ts'
import { command } from './commands.ts'

/** A message of a group, with the group as it is now: name, picture and announcement [SOCK-38 SOCK-70]. */
export const groupChatFrame = z.looseObject({
  Cmd: z.literal(command.groupChat),
  GroupID: wireId,
  GroupImg: optionalText,
  GroupInfo: optionalText,
  GroupName: optionalText,
  groupchat: wireMessage,
})
/** The answer to a message sent to a group [SOCK-40]; SeqID is always sent by our server (DEC-106). */
export const groupChatResponseFrame = z.looseObject({
  Cmd: z.literal(command.groupChatResponse),
  Code: z.number(),
  GroupID: z.nullish(z.number()),
  GroupChatID: z.nullish(z.number()),
  ClientMsgId: optionalText,
  IsDuplicated: z._default(z.nullish(z.boolean()), false),
  Msg: optionalText,
  TimeStamp: wireTime,
  SeqID: z.nullish(z.number()),
  /** Present when the refusal is a limit: try again after so many ms. */
  RetryAfter: z.nullish(z.number()),
})
/**
 * The group has been read up to MaxReadID [SOCK-45 SOCK-65]. UserID, which our server always sends, says by whom: this
 * user on another device, or another member, whose reading turns this user's own messages to read.
 */
export const groupReadFrame = z.looseObject({
  Cmd: z.literal(command.groupRead),
  GroupID: wireId,
  MaxReadID: z.int().check(z.minimum(0)),
  UserID: z.nullish(z.number()),
  TimeStamp: wireTime,
})
/** Somebody came or went, or all of somebody's messages did [SOCK-47] (DEC-51). */
export const groupEventFrame = z.looseObject({
  Cmd: z.literal(command.groupEvent),
  Type: z.enum(['Join', 'Leave', 'Remove', 'DeleteUserAllChat']),
  UserID: z.nullish(z.number()),
  GroupID: wireId,
  GroupName: optionalText,
  GroupImg: optionalText,
})
/** A member may write no more (0), or again (1) [SOCK-48]. */
export const groupUserMuteFrame = z.looseObject({
  Cmd: z.literal(command.groupUserMute),
  GroupID: wireId,
  UserID: wireId,
  Status: z.union([z.literal(0), z.literal(1)]),
})
/** A message of a group is gone for everyone [SOCK-53]. */
export const deleteGroupChatFrame = z.looseObject({
  Cmd: z.literal(command.deleteGroupChat),
  GroupID: wireId,
  GroupChatID: wireId,
})
/** How many ask to join, for those who decide about it, and who just asked or was answered [SOCK-55]. */
export const groupJoinApplyFrame = z.looseObject({
  Cmd: z.literal(command.groupJoinApply),
  GroupID: wireId,
  GroupImg: optionalText,
  GroupJoinApplyCount: z.int().check(z.minimum(0)),
  GroupName: optionalText,
  ApplyUserID: z.nullish(z.number()),
})
/** All messages of somebody are gone, wherever they stood [SOCK-54] (DEC-51). */
export const deleteUserChatsFrame = z.looseObject({
  Cmd: z.literal(command.deleteUserChats),
  UserID: wireId,
})
/** Somebody joined a group, told with what an invitation holds; our server never sends it (DEC-48). */
export const inviteFrame = z.looseObject({ Cmd: z.literal(command.invite), ...inviteFields })
