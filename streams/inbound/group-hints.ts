import { groupConversation } from '#schemas/translate/conversation.ts'
import { command } from '#schemas/wire/frames/commands.ts'
import type { ServerFrame } from '#schemas/wire/frames/from-server.ts'
import type { InboundParts } from './inbound-pipeline.ts'

type FrameOf<Cmd extends ServerFrame['Cmd']> = Extract<ServerFrame, { Cmd: Cmd }>
type HintParts = Pick<InboundParts, 'hints' | 'log' | 'userId'>

/** What a frame about a group tells beside durable facts; nothing for any other frame. */
export function hintOfGroup(frame: ServerFrame, parts: HintParts): void {
  const { hints, userId } = parts
  switch (frame.Cmd) {
    case command.groupChat:
      if (isNews(frame, parts)) hints.conversationsChanged()
      break
    case command.groupEvent:
      hintOfEvent(frame, parts)
      break
    // Everything of one person has gone, wherever it stood [SOCK-54 SOCK-73] (DEC-51).
    case command.deleteUserChats:
      hints.messagesPurged()
      break
    // Somebody joined (DEC-48).
    case command.invite:
      hints.conversationsChanged()
      break
    case command.groupUserMute:
      if (frame.UserID !== userId) break
      hints.wasBanned(frame.Status === 0)
      hints.conversationsChanged()
      break
  }
}

/**
 * Who came or went changes the list: the own join brings the group in, another's the count of members, and without a
 * UserID the group is looked at anew (DEC-51) [SOCK-69 SOCK-71 SOCK-74].
 */
function hintOfEvent(frame: FrameOf<'GroupEvent'>, { hints, userId }: HintParts): void {
  if (frame.Type === 'DeleteUserAllChat') {
    if (frame.UserID) hints.messagesPurged()
    return
  }
  if (frame.Type !== 'Join' && frame.UserID === userId) hints.groupLeft(frame.GroupID)
  hints.conversationsChanged()
}

/** A message carries its group as it is now: name, picture and announcement may be new [SOCK-70]. */
function isNews(frame: FrameOf<'GroupChat'>, { log }: HintParts): boolean {
  const known = log.summaryOf(groupConversation(frame.GroupID))
  if (!known?.group || frame.groupchat.MsgType === 'noticeallban') return true
  const { GroupName, GroupImg, GroupInfo } = frame
  return (
    (GroupName ?? known.title) !== known.title ||
    (GroupImg ?? known.avatarUrl) !== known.avatarUrl ||
    (GroupInfo ?? known.group.announcement) !== known.group.announcement
  )
}
