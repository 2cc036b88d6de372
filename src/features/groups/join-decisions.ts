import type { GroupInfo } from '#client/group-lookups.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { GroupInvite } from '#schemas/translate/message-bodies.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'

export interface JoinFacts {
  readonly group: LookupState<GroupInfo>
  /** The group's row in the conversation list; undefined if it is not there. */
  readonly listed: Pick<ConversationSummary, 'group'> | undefined
  /** The invitation that led here. */
  readonly invite: GroupInvite | undefined
}

/** What the page shows of the group; undefined if only its id is known. */
export interface JoinableGroup {
  readonly name: string
  readonly avatarUrl: string
  readonly memberCount: number
  readonly isChannel: boolean
  readonly description: string
}

/** The group's card with what this person may do. */
export interface ShownDecision {
  readonly kind: 'member' | 'join' | 'full' | 'apply'
  readonly group: JoinableGroup | undefined
}

export type JoinDecision = { readonly kind: 'loading' } | { readonly kind: 'failed' } | ShownDecision

/**
 * Decides what a person who follows a link or an invitation may do: enter as a member, join a public group, or apply
 * [GROUP-20] (DEC-31). The server hides private groups, also from those who were invited, so the invitation describes
 * them. A group that is gone looks the same (DEC-132).
 */
export function decideJoin({ group, listed, invite }: JoinFacts): JoinDecision {
  if (group.status === 'failed') return { kind: 'failed' }
  if (group.status === 'loading') return { kind: 'loading' }
  const { description, isMember, isPublic, memberLimit } = group.value
  const shown = description
    ? { ...description, description: description.announcement || (invite?.info ?? '') }
    : invite && describeByInvite(invite)
  if (listed || isMember) return { kind: 'member', group: shown && withCurrentSize(shown, listed) }
  if (!isPublic) return { kind: 'apply', group: shown }
  const isFull = memberLimit !== undefined && shown !== undefined && shown.memberCount >= memberLimit
  return { kind: isFull ? 'full' : 'join', group: shown }
}

/** An answer from before this person became a member does not count them. */
const withCurrentSize = (shown: JoinableGroup, listed: JoinFacts['listed']): JoinableGroup => ({
  ...shown,
  memberCount: listed?.group?.memberCount ?? shown.memberCount,
})

const describeByInvite = ({ name, avatarUrl, info, memberCount }: GroupInvite): JoinableGroup => ({
  name,
  avatarUrl,
  memberCount,
  isChannel: false,
  description: info,
})
