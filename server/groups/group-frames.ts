import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { Group } from './group-facts.ts'

type EventType = Extract<ServerFrameInput, { Cmd: 'GroupEvent' }>['Type']

/** Somebody came or went, or their messages did [SOCK-47]. */
export const groupEvent = (group: Group, Type: EventType, UserID: number): ServerFrameInput => ({
  Cmd: 'GroupEvent',
  Type,
  UserID,
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
})

/** Something about the group has changed that no frame tells: without a UserID clients look again (DEC-51) [SOCK-71]. */
export const lookAgain = (group: Group): ServerFrameInput => ({
  Cmd: 'GroupEvent',
  Type: 'Join',
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
})
