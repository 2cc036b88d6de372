import { type ConversationId, type UserId, userId } from '../ids.ts'
import { command } from '../wire/frames/commands.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import { conversationOfFrame, directConversation, groupConversation } from './conversation.ts'

/** What a frame causes in addition to log events. */
export type FrameEffect =
  | { readonly kind: 'conversations-changed' }
  | { readonly kind: 'contacts-changed' }
  | { readonly kind: 'profile-changed' }
  | { readonly kind: 'tags-changed' }
  | { readonly kind: 'member-messages-deleted' }
  | { readonly kind: 'token-updated'; readonly token: string }
  | { readonly kind: 'signed-in-elsewhere'; readonly device: string }
  | { readonly kind: 'presence-changed'; readonly user: UserId; readonly isOnline: boolean }
  | { readonly kind: 'activity-changed'; readonly change: ActivityChange }
  | { readonly kind: 'group-left'; readonly group: ConversationId }
  | { readonly kind: 'ban-changed'; readonly isBanned: boolean }
  | {
      readonly kind: 'group-changed'
      readonly group: ConversationId
      readonly renamed?: RenamedMember
    }

/** A person has begun or goes on to type or record, or has stopped if there is no activity (DEC-245). */
export interface ActivityChange {
  readonly conversation: ConversationId
  readonly user: UserId
  readonly name: string
  readonly activity: 'typing' | 'recording' | undefined
}

/** A member with the new name that the others see. */
export interface RenamedMember {
  readonly userId: UserId
  readonly name: string
}

type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>

/** The facts of a stored conversation that a frame may change. */
interface StoredConversation {
  readonly title: string
  readonly avatarUrl: string
  readonly group?: { readonly announcement?: string | undefined } | undefined
}

interface EffectContext {
  readonly log: { summaryOf(id: ConversationId): StoredConversation | undefined }
  /** The account whose frames these are. */
  readonly userId: UserId
}

const conversationsChanged = { kind: 'conversations-changed' } as const
const contactsChanged = { kind: 'contacts-changed' } as const
const memberMessagesDeleted = { kind: 'member-messages-deleted' } as const

const groupChanged = (wireId: number) =>
  ({ kind: 'group-changed', group: groupConversation(wireId) }) as const

const none: readonly FrameEffect[] = []

/** A frame about a draft that another device of this user has saved. */
export type DraftFrame = FrameOf<'DraftSaved'>

export const isDraftFrame = (frame: ServerFrame): frame is DraftFrame => frame.Cmd === command.draftSaved

/** Returns the effects of a frame, in order. */
export function effectsOf(frame: ServerFrame, context: EffectContext): readonly FrameEffect[] {
  switch (frame.Cmd) {
    case command.newSession:
      return [conversationsChanged, contactsChanged]
    case command.friendApply:
    case command.contactsChanged:
      return [contactsChanged]
    case command.online:
    case command.offline:
      return [
        {
          kind: 'presence-changed',
          user: userId(frame.FriendID),
          isOnline: frame.Cmd === command.online,
        },
      ]
    case command.typing: {
      const conversation = conversationOfFrame(frame)
      if (conversation === undefined || frame.UserID === context.userId) return none
      const activity = frame.State === 'none' ? undefined : frame.State
      const change = { conversation, user: userId(frame.UserID), name: frame.UserName ?? '', activity }
      return [{ kind: 'activity-changed', change }]
    }
    case command.tokenUpdate:
      return [{ kind: 'token-updated', token: frame.Token }]
    case command.newSignIn:
      return [{ kind: 'signed-in-elsewhere', device: frame.Device ?? '' }]
    case command.profileChanged:
      return [{ kind: 'profile-changed' }]
    case command.tagsChanged:
      return [{ kind: 'tags-changed' }]
    case command.chat:
      // A notice says that a setting of the conversation changed [BURN-07].
      return frame.chat.MsgType === 'notice' ||
        !context.log.summaryOf(directConversation(frame.chat.ChatSessionID))
        ? [conversationsChanged]
        : none
    case command.groupChat:
      return isGroupChanged(frame, context) ? [conversationsChanged] : none
    case command.groupEvent:
      return isRename(frame)
        ? [{ ...groupChanged(frame.GroupID), renamed: renamedIn(frame) }]
        : [groupChanged(frame.GroupID), ...effectsOfGroupEvent(frame, context)]
    case command.groupJoinApply:
      return [groupChanged(frame.GroupID)]
    // All messages of one person were deleted, in every conversation [SOCK-54 SOCK-73] (DEC-51).
    case command.deleteUserChats:
      return [memberMessagesDeleted]
    // A new member (DEC-48).
    case command.invite:
      return [conversationsChanged]
    case command.groupUserMute:
      if (frame.UserID !== context.userId) return [groupChanged(frame.GroupID)]
      return [
        groupChanged(frame.GroupID),
        { kind: 'ban-changed', isBanned: frame.Status === 0 },
        conversationsChanged,
      ]
    default:
      return none
  }
}

type Rename = FrameOf<'GroupEvent'> & { readonly UserID: number; readonly UserDisplayName: string }

/** Whether a member only changed their name in the group. The conversation list stays the same. */
const isRename = (frame: FrameOf<'GroupEvent'>): frame is Rename =>
  frame.Type === 'Join' && typeof frame.UserID === 'number' && typeof frame.UserDisplayName === 'string'

const renamedIn = ({ UserID, UserDisplayName }: Rename): RenamedMember => ({
  userId: userId(UserID),
  name: UserDisplayName,
})

/**
 * Every change of members changes the list: this user's own join adds the group, another's changes the member count.
 * Without a UserID the group itself may have changed (DEC-51) [SOCK-69 SOCK-71 SOCK-74].
 */
function effectsOfGroupEvent(
  frame: FrameOf<'GroupEvent'>,
  { userId: self }: EffectContext,
): readonly FrameEffect[] {
  if (frame.Type === 'DeleteUserAllChat') return frame.UserID ? [memberMessagesDeleted] : none
  const isOwnDeparture = frame.Type !== 'Join' && frame.UserID === self
  return isOwnDeparture
    ? [{ kind: 'group-left', group: groupConversation(frame.GroupID) }, conversationsChanged]
    : [conversationsChanged]
}

/** A message carries the current name, picture and announcement of its group: they may be new [SOCK-70]. */
function isGroupChanged(frame: FrameOf<'GroupChat'>, { log }: EffectContext): boolean {
  const known = log.summaryOf(groupConversation(frame.GroupID))
  if (!known?.group || frame.groupchat.MsgType === 'noticeallban') return true
  const { GroupName, GroupImg, GroupInfo } = frame
  return (
    (GroupName ?? known.title) !== known.title ||
    (GroupImg ?? known.avatarUrl) !== known.avatarUrl ||
    (GroupInfo ?? known.group.announcement) !== known.group.announcement
  )
}
