import { writingBan } from '#domain/group/roles.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Membership } from './membership.ts'

const banTexts = {
  banned: 'group-banned',
  'all-banned': 'group-all-banned',
  channel: 'group-channel',
} as const

/**
 * Refuses who may not write here: for good where the conversation is not this person's or they are no friends [LIFE-15];
 * for now where a group has muted them, so that the message waits for Retry [GROUP-43 MSG-48 MSG-49].
 */
export function checkMaySend(
  membership: Membership | undefined,
  kind: ConversationKind,
): asserts membership is Membership {
  if (membership?.kind !== kind) throw new CallRefusal(resultCode.messageRefused, 'message-not-deliverable')
  if (!membership.group) {
    if (!membership.isFriend) throw new CallRefusal(resultCode.messageRefused, 'not-friends')
    return
  }
  const { role, isBanned, group } = membership
  const { isChannel, isAllBanned } = group
  const ban = writingBan({ role, isBanned, isChannel, isAllBanned })
  if (ban) throw new CallRefusal(resultCode.forbidden, banTexts[ban])
}
