import { Link, useNavigate } from '@tanstack/react-router'
import { BellOff, Plus } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { arrangeGroups, type GroupOwnership, groupOwnerships, ownershipOf } from '#domain/group/group-list.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { oneOf } from '#src/app/one-of.ts'
import { groupOrders } from '#src/app/preferences.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { RowMarks, RowTitle, rowWords } from '../conversation-list/conversation-row.tsx'
import { linkToUnread } from '../conversation-list/link-to.ts'
import styles from './groups-screen.module.css'
import { SortMenu } from './sort-menu.tsx'

/** The groups that this user owns, the other groups, and a button that creates one [GROUP-01 GROUP-02]. */
export const GroupsScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(paths.contact)
  const { conversations, hasLoadedConversations } = useAccount()
  const hasGroups = useReadable(conversations).some(({ kind }) => kind === 'group')
  const hasLoaded = useReadable(hasLoadedConversations)
  const create = () => void navigate({ to: paths.createGroup })
  return (
    <Panel
      title={text('contact.groups')}
      onBack={goBack}
      placement="detail"
      actions={<IconButton label={text('contact.create-group')} icon={<Plus />} onPress={create} />}
    >
      {hasGroups && <GroupTabs />}
      {!hasGroups && !hasLoaded && <SkeletonList rows={4} />}
      {!hasGroups && hasLoaded && (
        <EmptyState
          illustration="groups"
          title={text('contact.groups.empty.title')}
          description={text('contact.groups.empty.text')}
          action={
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onPress={create}>
              {text('contact.groups.start')}
            </Button>
          }
        />
      )}
    </Panel>
  )
}

const GroupTabs = () => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const [{ groupOrder }, change] = usePreferences()
  const groups = useArrangedGroups(wanted)
  const tab = useTab(groups, wanted)
  return (
    <div className={styles.groups}>
      <SearchField label={text('contact.groups.search')} value={keyword} onChange={setKeyword} />
      <Tabs
        label={text('contact.groups')}
        selected={tab.selected}
        onSelect={(id) => tab.select(oneOf(groupOwnerships, id))}
        items={groupOwnerships.map((ownership) => {
          const listed = groups.filter((group) => ownershipOf(group) === ownership)
          return {
            id: ownership,
            label: text(`contact.groups.${ownership}`),
            content: (
              <>
                {listed.length > 1 && (
                  <div className={styles.sort}>
                    <SortMenu
                      label={text('contact.groups.sort')}
                      orders={groupOrders}
                      selected={groupOrder}
                      nameOf={(order) => text(`contact.groups.sort.${order}`)}
                      onChange={(order) => change({ groupOrder: order })}
                    />
                  </div>
                )}
                <GroupRows groups={listed} ownership={ownership} keyword={wanted.trim()} />
              </>
            ),
          }
        })}
      />
    </div>
  )
}

const useArrangedGroups = (keyword: string): readonly ConversationSummary[] => {
  const conversations = useReadable(useAccount().conversations)
  const { locale } = useLocale()
  const [{ groupOrder: order }] = usePreferences()
  return useMemo(
    () => arrangeGroups(conversations, { order, keyword, locale }),
    [conversations, order, keyword, locale],
  )
}

/** The selected tab. Before a choice it is the first with groups; a search without hits in it shows the other's. */
const useTab = (groups: readonly ConversationSummary[], keyword: string) => {
  const [chosen, select] = useState<GroupOwnership>()
  const isFilled = (ownership: GroupOwnership) => groups.some((group) => ownershipOf(group) === ownership)
  const filled = groupOwnerships.find(isFilled) ?? 'created'
  const isSearchElsewhere = chosen !== undefined && keyword.trim() !== '' && !isFilled(chosen)
  return { selected: chosen === undefined || isSearchElsewhere ? filled : chosen, select }
}

interface GroupRowsProps {
  readonly groups: readonly ConversationSummary[]
  readonly ownership: GroupOwnership
  readonly keyword: string
}

const GroupRows = ({ groups, ownership, keyword }: GroupRowsProps) => {
  const text = useText()
  const navigate = useNavigate()
  if (groups.length === 0 && keyword !== '')
    return (
      <div role="status">
        <EmptyState illustration="no-result" title={text('search.no-result', { keyword })} />
      </div>
    )
  if (groups.length === 0)
    return (
      <EmptyState
        illustration="groups"
        title={text(`contact.groups.${ownership}.empty.title`)}
        description={text(`contact.groups.${ownership}.empty.text`)}
        action={
          ownership === 'created' ? (
            <Button onPress={() => void navigate({ to: paths.createGroup })}>
              {text('contact.groups.start')}
            </Button>
          ) : (
            <Button onPress={() => void navigate({ to: paths.scan })}>{text('contact.join-group')}</Button>
          )
        }
      />
    )
  return (
    <ul aria-label={text('contact.groups')} className={styles.list}>
      {groups.map((group) => (
        <li key={group.id}>
          <GroupRow row={group} />
        </li>
      ))}
    </ul>
  )
}

/** A link to the group, with its kind and size, whether it is muted, and its unread count [GROUP-01]. */
const GroupRow = ({ row }: { readonly row: ConversationSummary }) => {
  const text = useText()
  const { group } = row
  return (
    <Link {...linkToUnread(row)} className={listRowTarget} data-unread={row.unreadCount > 0}>
      <ListRow
        leading={<Avatar id={row.id} name={row.title} url={row.avatarUrl} />}
        title={<RowTitle row={row}>{row.isMuted && <BellOff aria-hidden="true" />}</RowTitle>}
        detail={
          group?.isChannel ? (
            text('messages.channel')
          ) : (
            <span aria-hidden="true">{text('messages.members', { count: group?.memberCount ?? 0 })}</span>
          )
        }
        trailing={<RowMarks row={row} />}
      />
      <VisuallyHidden>{rowWords(row, text)}</VisuallyHidden>
    </Link>
  )
}
