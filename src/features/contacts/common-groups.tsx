import { Link, useParams } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { linkTo } from '../conversation-list/link-to.ts'
import styles from './common-groups.module.css'

/** The number of groups that a friend's page lists [FRIEND-28]. */
const previewLength = 3

/** The first groups that this user shares with a friend, and a link to all of them if there are more [FRIEND-28]. */
export const CommonGroups = ({ friend }: { readonly friend: Friend }) => {
  const text = useText()
  const groups = useCommonGroups(friend)
  if (groups.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="common-groups">
      <h2 id="common-groups" className={styles.heading}>
        {text('contact.common-groups')}
      </h2>
      <GroupLinks groups={groups.slice(0, previewLength)} />
      {groups.length > previewLength && (
        <Link to={paths.userGroups} params={{ userId: String(friend.userId) }} className={styles.all ?? ''}>
          {text('contact.common-groups.all', { count: groups.length })}
          <ChevronRight aria-hidden="true" />
        </Link>
      )}
    </section>
  )
}

/** All groups that this user shares with a friend [FRIEND-38]. */
export const CommonGroupsScreen = () => {
  const text = useText()
  const { userId: requestedId = '' } = useParams({ strict: false })
  const goBack = useGoBack(paths.user.replace('$userId', requestedId))
  const id = userId(Number(requestedId))
  const friend = useReadable(useAccount().friends).find((each) => each.userId === id)
  const groups = useCommonGroups(friend)
  return (
    <Panel title={text('contact.common-groups')} onBack={goBack} placement="detail">
      {groups.length === 0 ? (
        <EmptyState illustration="groups" title={text('contact.common-groups.none')} />
      ) : (
        <GroupLinks groups={groups} />
      )}
    </Panel>
  )
}

/** Returns the shared groups in the order of the conversation list, without groups that this user has left meanwhile. */
function useCommonGroups(friend: Friend | undefined): readonly ConversationSummary[] {
  const conversations = useReadable(useAccount().conversations)
  const shared = new Set(friend?.commonGroups)
  return conversations.filter(({ id }) => shared.has(id))
}

const GroupLinks = ({ groups }: { readonly groups: readonly ConversationSummary[] }) => {
  const text = useText()
  return (
    <ul aria-label={text('contact.common-groups')} className={styles.list}>
      {groups.map((row) => (
        <li key={row.id}>
          <Link {...linkTo(row)} className={listRowTarget}>
            <ListRow
              leading={<Avatar id={row.id} name={row.title} url={row.avatarUrl} />}
              title={<bdi>{row.title}</bdi>}
              detail={text('messages.members', { count: row.group?.memberCount ?? 0 })}
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
