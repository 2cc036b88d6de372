import * as z from 'zod/mini'
import { wireMessage } from '../message.ts'
import { inviteFields } from '../message-bodies.ts'
import { optionalText, wireId, wireTime } from '../primitives.ts'
import { command } from './commands.ts'

/** A message of a group, with the group's current name, picture and announcement [SOCK-38 SOCK-70]. */
export const groupChatFrame = z.looseObject({
  Cmd: z.literal(command.groupChat),
  GroupID: wireId,
  GroupImg: optionalText,
  GroupInfo: optionalText,
  GroupName: optionalText,
  groupchat: wireMessage,
})
/** The response to a sent group message [SOCK-40]. Our server always sends SeqID (DEC-106). */
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
  /** Present if the rejection is a rate limit: the pause before a retry, ms. */
  RetryAfter: z.nullish(z.number()),
})
/**
 * The group has been read up to MaxReadID [SOCK-45 SOCK-65]. UserID, which our server always sends, is the reader: this
 * user on another device, or another member, whose reading marks this user's messages as read.
 */
export const groupReadFrame = z.looseObject({
  Cmd: z.literal(command.groupRead),
  GroupID: wireId,
  MaxReadID: z.int().check(z.minimum(0)),
  UserID: z.nullish(z.number()),
  TimeStamp: wireTime,
})
/**
 * A member joined or left, or all messages of a member were deleted [SOCK-47] (DEC-51). A Join with UserDisplayName is
 * our extension: a member changed their name in the group.
 */
export const groupEventFrame = z.looseObject({
  Cmd: z.literal(command.groupEvent),
  Type: z.enum(['Join', 'Leave', 'Remove', 'DeleteUserAllChat']),
  UserID: z.nullish(z.number()),
  UserDisplayName: z.nullish(z.string()),
  GroupID: wireId,
  GroupName: optionalText,
  GroupImg: optionalText,
})
/** A member was muted (0) or unmuted (1) [SOCK-48]. */
export const groupUserMuteFrame = z.looseObject({
  Cmd: z.literal(command.groupUserMute),
  GroupID: wireId,
  UserID: wireId,
  Status: z.union([z.literal(0), z.literal(1)]),
})
/** A message of a group was deleted for everyone [SOCK-53]. */
export const deleteGroupChatFrame = z.looseObject({
  Cmd: z.literal(command.deleteGroupChat),
  GroupID: wireId,
  GroupChatID: wireId,
})
/** The number of join requests, for managers, and the person who just asked or was answered [SOCK-55]. */
export const groupJoinApplyFrame = z.looseObject({
  Cmd: z.literal(command.groupJoinApply),
  GroupID: wireId,
  GroupImg: optionalText,
  GroupJoinApplyCount: z.int().check(z.minimum(0)),
  GroupName: optionalText,
  ApplyUserID: z.nullish(z.number()),
})
/** All messages of a person were deleted in all conversations [SOCK-54] (DEC-51). */
export const deleteUserChatsFrame = z.looseObject({
  Cmd: z.literal(command.deleteUserChats),
  UserID: wireId,
})
/** A person joined a group, with the payload of an invitation. Our server never sends it (DEC-48). */
export const inviteFrame = z.looseObject({ Cmd: z.literal(command.invite), ...inviteFields })
