import { findByName } from '../contacts/find-by-name.ts'
import type { ConversationSummary } from '../conversation/conversation-summary.ts'
import { groupRole } from './roles.ts'

/** The two tabs of the groups list [GROUP-01]. */
export const groupOwnerships = ['created', 'joined'] as const
export type GroupOwnership = (typeof groupOwnerships)[number]

/** Returns the tab of a group. The wire names no founder, so the owner counts as the founder [GROUP-01]. */
export const ownershipOf = ({ group }: Pick<ConversationSummary, 'group'>): GroupOwnership =>
  group?.role === groupRole.owner ? 'created' : 'joined'

export type GroupOrder = 'recent' | 'name'

interface GroupArrangement {
  readonly order: GroupOrder
  readonly keyword: string
  /** Sets the alphabetical order of names. */
  readonly locale: string
}

/**
 * Returns the groups and channels among the conversations: those whose names contain the keyword, best match first; all
 * of them for an empty keyword. Sorts by the latest message or by name. Hidden groups are included.
 */
export function arrangeGroups(
  conversations: readonly ConversationSummary[],
  { order, keyword, locale }: GroupArrangement,
): readonly ConversationSummary[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const byName = (left: ConversationSummary, right: ConversationSummary) =>
    collator.compare(left.title, right.title)
  const groups = conversations
    .filter(({ kind }) => kind === 'group')
    .toSorted(
      (left, right) => (order === 'recent' ? right.activeAt - left.activeAt : 0) || byName(left, right),
    )
  return findByName(
    groups.map((group) => ({ label: group.title, group })),
    keyword,
  ).map(({ group }) => group)
}
