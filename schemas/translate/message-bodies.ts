import { type UserId, userId } from '../ids.ts'
import { readJsonText } from '../json-text.ts'
import {
  anyNotice,
  contactCard,
  groupInvite,
  groupNotice,
  type NoticeKind,
  timerNotice,
  type WireContactCard,
} from '../wire/message-bodies.ts'

/** A shared contact [MSG-12]. */
export interface ContactCard {
  readonly userId: UserId
  readonly nickname: string
  readonly avatarUrl: string
  readonly chatId: string
}

/** Returns the contact in a body; undefined when the body is not a contact card. */
export function readContactCard(body: string): ContactCard | undefined {
  const wire = readJsonText(contactCard, body)
  if (!wire) return undefined
  const { UserID, NickName, HeadImg, VChatID } = wire
  return { userId: userId(UserID), nickname: NickName, avatarUrl: HeadImg ?? '', chatId: VChatID ?? '' }
}

/** Writes the body of a `card` message. */
export function writeContactCard({ userId: id, nickname, avatarUrl, chatId }: ContactCard): string {
  const wire: WireContactCard = { HeadImg: avatarUrl, UserID: id, NickName: nickname, VChatID: chatId }
  return JSON.stringify(wire)
}

/** An invitation to a group [MSG-13]. */
export interface GroupInvite {
  readonly groupId: number
  readonly name: string
  readonly avatarUrl: string
  /** The announcement. */
  readonly info: string
  readonly memberCount: number
  /** 0 if the server omits it. */
  readonly memberLimit: number
  /** Whether managers must accept new members. */
  readonly asksFirst: boolean
}

/** Returns the invitation in a body; undefined when the body is not an invitation. */
export function readGroupInvite(body: string): GroupInvite | undefined {
  const wire = readJsonText(groupInvite, body)
  if (!wire) return undefined
  return {
    groupId: wire.GroupID,
    name: wire.GroupName ?? '',
    avatarUrl: wire.GroupImg ?? '',
    info: wire.Info ?? '',
    memberCount: wire.UserCount ?? 0,
    memberLimit: wire.MaxUserCount ?? 0,
    asksFirst: wire.JoinType === 1,
  }
}

/** A change of a group or of its members, independent of language. */
export interface GroupNotice {
  readonly kind: NoticeKind
  /** Names of the people concerned at that time; at most ten. */
  readonly names: readonly string[]
  /** The ids of these people, in the same order; empty if the server omits them. */
  readonly userIds: readonly UserId[]
  /** The number of people concerned. */
  readonly count: number
  /** The new name, if the group was renamed. */
  readonly text: string
  /** The join method, by the server's number [ADMIN-26]. */
  readonly joinMethod: number
}

/** Returns the group notice in a body; undefined for another notice or plain text. */
export function readGroupNotice(body: string): GroupNotice | undefined {
  const wire = readJsonText(groupNotice, body)
  if (!wire) return undefined
  const { Kind, Names, UserIDs, Count, Text, JoinMethod } = wire
  const userIds = UserIDs.map(userId)
  return { kind: Kind, names: Names, userIds, count: Count, text: Text, joinMethod: JoinMethod }
}

/** Returns the seconds of a notice about the disappearing timer, 0 for off; undefined for any other body [BURN-07]. */
export const readTimerNotice = (body: string): number | undefined => readJsonText(timerNotice, body)?.Seconds

/** Whether a body is a notice for programs, of a kind that this client may not know, and not plain text. */
export const isStructuredNotice = (body: string): boolean => readJsonText(anyNotice, body) !== undefined
