import { CalendarDays, ChevronDown, File, UserRound, UsersRound } from 'lucide-react'
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react'
import { findByName } from '#domain/contacts/find-by-name.ts'
import { dayLabel } from '#domain/formats/dates.ts'
import { type HitFilter, hitKinds } from '#domain/search/message-hits.ts'
import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { oneOf } from '#src/app/one-of.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { PressButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { DayChoice } from '../conversation/find/day-choice.tsx'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import styles from './search.module.css'
import type { SearchContentProps } from './with-search.tsx'

type SearchFiltersProps = Pick<SearchContentProps, 'address' | 'go'>

/** Limits the messages by kind, person and time. */
export const SearchFilters = ({ address, go }: SearchFiltersProps) => {
  const text = useText()
  const { filter } = address
  // Only messages have these properties, so a filter leaves the tab of all results.
  const change = (changes: HitFilter) =>
    go({ ...address, tab: 'messages', filter: { ...filter, ...changes } })
  return (
    <fieldset aria-label={text('search.filters')} className={styles.filters}>
      <FilterMenu
        name={text('search.filter.kind')}
        icon={<File aria-hidden="true" />}
        chosen={filter.kind && text(`search.kind.${filter.kind}`)}
        entries={['any', ...hitKinds].map((kind) => ({ id: kind, label: text(`search.kind.${kind}`) }))}
        onChoose={(id) => change({ kind: oneOf(hitKinds, id) })}
      />
      <PersonFilter filter={filter} onChange={change} />
      <TimeFilter filter={filter} onChange={change} />
    </fieldset>
  )
}

interface FilterProps {
  readonly filter: HitFilter
  readonly onChange: (changes: HitFilter) => void
}

/** Whose messages are shown. */
const PersonFilter = ({ filter: { senderId }, onChange }: FilterProps) => {
  const text = useText()
  const { userId, friends } = useAccount()
  const [isChoosing, setIsChoosing] = useState(false)
  const friend = useReadable(friends).find((one) => one.userId === senderId)
  const name = senderId === userId ? text('conversation.find.own') : friend?.displayName
  return (
    <>
      <Chip
        name={text('search.filter.person')}
        icon={<UserRound aria-hidden="true" />}
        chosen={senderId === undefined ? undefined : (name ?? text('search.person.other'))}
        target={{ 'aria-haspopup': 'dialog', onPress: () => setIsChoosing(true) }}
      />
      {isChoosing && (
        <PersonDialog
          onClose={() => setIsChoosing(false)}
          onChoose={(chosen) => {
            setIsChoosing(false)
            onChange({ senderId: chosen })
          }}
        />
      )}
    </>
  )
}

interface PersonDialogProps {
  /** Receives undefined for the messages of everyone. */
  readonly onChoose: (person: UserId | undefined) => void
  readonly onClose: () => void
}

/** The people whose messages a search can be limited to: this user, friends, and peers of conversations. */
const PersonDialog = ({ onChoose, onClose }: PersonDialogProps) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const people = usePeople()
  const found = useMemo(() => findByName(people, keyword), [people, keyword])
  return (
    <Dialog hasClose title={text('search.filter.person')} isOpen onClose={onClose}>
      <SearchField label={text('search.person.keyword')} value={keyword} onChange={setKeyword} autoFocus />
      <ul aria-label={text('search.filter.person')} className={styles.people}>
        {keyword.trim() === '' && (
          <li>
            <button type="button" className={listRowTarget} onClick={() => onChoose(undefined)}>
              <ListRow leading={<RowIcon icon={UsersRound} isSmall />} title={text('search.person.any')} />
            </button>
          </li>
        )}
        {found.map(({ userId, label, avatarUrl }) => (
          <li key={userId}>
            <button type="button" className={listRowTarget} onClick={() => onChoose(userId)}>
              <ListRow
                leading={<Avatar id={userId} name={label} url={avatarUrl} size="small" />}
                title={<bdi>{label}</bdi>}
              />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const usePeople = () => {
  const text = useText()
  const account = useAccount()
  const own = useReadable(account.profile)
  const friends = useReadable(account.friends)
  const conversations = useReadable(account.conversations)
  return useMemo(() => {
    const self = {
      userId: account.userId,
      label: text('conversation.find.own'),
      avatarUrl: own?.avatarUrl ?? '',
    }
    const people = new Map([[self.userId, self]])
    for (const { userId, displayName, avatarUrl } of friends)
      people.set(userId, { userId, label: displayName, avatarUrl })
    for (const { peerId, title, avatarUrl } of conversations)
      if (peerId !== undefined && !people.has(peerId))
        people.set(peerId, { userId: peerId, label: title, avatarUrl })
    return [...people.values()]
  }, [account, own, friends, conversations, text])
}

const dayLength = 86_400_000
/** Days back from today, today included. */
const spans = { today: 1, week: 7, month: 30, year: 365 } as const
const spanNames = ['today', 'week', 'month', 'year'] as const

/** When the messages were sent: in the last days, or on one day. */
const TimeFilter = ({ filter: { from, to }, onChange }: FilterProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const [isChoosing, setIsChoosing] = useState(false)
  const startOf = (days: number) => {
    const day = new Date(viewpoint.now)
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days + 1).getTime()
  }
  const span = spanNames.find((name) => to === undefined && from === startOf(spans[name]))
  const chosen =
    from === undefined ? undefined : span ? text(`search.time.${span}`) : dayLabel(from, viewpoint)
  const choose = (id: string) => {
    if (id === 'day') return setIsChoosing(true)
    const name = oneOf(spanNames, id)
    onChange({ from: name && startOf(spans[name]), to: undefined })
  }
  return (
    <>
      <FilterMenu
        name={text('search.filter.time')}
        icon={<CalendarDays aria-hidden="true" />}
        chosen={chosen}
        entries={['any', ...spanNames, 'day'].map((id) => ({ id, label: text(`search.time.${id}`) }))}
        onChoose={choose}
      />
      {isChoosing && (
        <DayChoice
          title={text('search.time.choose')}
          shown={from}
          onClose={() => setIsChoosing(false)}
          onChoose={(at) => onChange({ from: at, to: startOfNextDay(at) })}
        />
      )}
    </>
  )
}

const startOfNextDay = (at: number): number => new Date(at + 1.5 * dayLength).setHours(0, 0, 0, 0)

interface FilterMenuProps {
  readonly name: string
  readonly icon: ReactNode
  /** The chosen value in words; undefined for all messages. */
  readonly chosen: string | undefined
  readonly entries: readonly MenuEntry[]
  readonly onChoose: (id: string) => void
}

const FilterMenu = ({ name, icon, chosen, entries, onChoose }: FilterMenuProps) => (
  <Menu
    label={name}
    placement="bottom start"
    trigger={(target) => <Chip name={name} icon={icon} chosen={chosen} target={target} />}
    entries={entries}
    onAction={onChoose}
  />
)

interface ChipProps extends Pick<FilterMenuProps, 'name' | 'icon' | 'chosen'> {
  readonly target: Omit<ComponentProps<typeof PressButton>, 'children'>
}

/** A button with the name of a filter, or with its value while it limits the results. */
const Chip = ({ name, icon, chosen, target }: ChipProps) => (
  <PressButton
    {...target}
    aria-label={chosen === undefined ? name : `${name}: ${chosen}`}
    className={classNames(styles.chip, chosen !== undefined && styles.chosen)}
  >
    {icon}
    <bdi className={styles.chipText}>{chosen ?? name}</bdi>
    <ChevronDown aria-hidden="true" />
  </PressButton>
)
