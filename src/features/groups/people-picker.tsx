import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { Friend } from '#domain/contacts/contacts.ts'
import { type FindablePerson, findByName } from '#domain/contacts/find-by-name.ts'
import { friendsByName, groupByLetter } from '#domain/contacts/friend-order.ts'
import { checkChoiceSize } from '#domain/forward/forward-selection.ts'
import { peopleWithTag } from '#domain/tags/tag-rules.ts'
import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { OptionRow } from '#src/ui/choice-row.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { ChoiceList, ChosenStrip, focusFirstList } from '../forward/choice-list.tsx'
import styles from '../forward/forward.module.css'
import { TagFilterBar, useTagFilter } from '../tags/tag-filter.tsx'

/** A person to pick. */
export interface PickablePerson extends FindablePerson {
  readonly userId: UserId
  readonly avatarUrl: string
  /** The second line, such as why this person cannot be picked. */
  readonly detail?: string | undefined
  readonly isDisabled?: boolean
}

interface PeoplePickerProps {
  readonly people: readonly PickablePerson[]
  readonly chosen: ReadonlySet<UserId>
  readonly onChoose: (chosen: ReadonlySet<UserId>) => void
  /** The button that confirms the choice. */
  readonly confirm: ReactNode
  /** The greatest number of people that may be chosen. */
  readonly limit?: number
  /** Shown when there are no people to pick. */
  readonly emptyState: ReactNode
}

/**
 * Picks several people: a search, the chosen ones as chips, and a virtualized list with a heading for each letter
 * [GROUP-03 GROUP-33]. A choice survives a search.
 */
export const PeoplePicker = ({
  people,
  chosen,
  onChoose,
  confirm,
  limit = Number.POSITIVE_INFINITY,
  emptyState,
}: PeoplePickerProps) => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const picker = useRef<HTMLDivElement>(null)
  const [keyword, setKeyword] = useState('')
  const deferredKeyword = useDeferredValue(keyword)
  const filter = useTagFilter()
  const found = useMemo(
    () => findByName(peopleWithTag(people, filter.selected), deferredKeyword),
    [people, filter.selected, deferredKeyword],
  )
  if (people.length === 0) return emptyState
  const choose = (next: ReadonlySet<UserId>) => {
    // Fewer people may always be chosen, even if the limit has sunk meanwhile.
    const rejection = next.size > chosen.size ? checkChoiceSize(next.size, limit) : undefined
    if (rejection === undefined) return onChoose(next)
    toasts.show({ kind: 'warning', text: rejectionText(rejection) })
  }
  return (
    <div ref={picker} className={styles.picker}>
      <SearchField
        label={text('group.pick.search')}
        value={keyword}
        onChange={setKeyword}
        onDown={() => focusFirstList(picker.current)}
        autoFocus
      />
      <TagFilterBar filter={filter} />
      <ChosenStrip
        label={text('group.pick.chosen')}
        items={people.filter(({ userId }) => chosen.has(userId)).map(toChosenItem)}
        removeLabel={(name) => text('group.pick.remove', { name })}
        onRemove={(key) => onChoose(without(chosen, key))}
      />
      {found.length === 0 ? (
        <div role="status">
          <EmptyState
            illustration="no-result"
            title={text('search.no-result', { keyword: deferredKeyword.trim() })}
          />
        </div>
      ) : (
        <PeopleChoices
          people={found}
          hasLetters={deferredKeyword.trim() === ''}
          chosen={chosen}
          onChoose={choose}
        />
      )}
      <footer className={styles.foot}>
        <p className={styles.count} aria-live="polite">
          {text('group.pick.count', { count: chosen.size })}
        </p>
        {confirm}
      </footer>
    </div>
  )
}

const toChosenItem = ({ userId, label, avatarUrl }: PickablePerson) => ({
  key: String(userId),
  name: label,
  picture: <Avatar id={userId} name={label} url={avatarUrl} size="small" />,
})

const without = (chosen: ReadonlySet<UserId>, key: string): ReadonlySet<UserId> =>
  new Set([...chosen].filter((userId) => String(userId) !== key))

interface PeopleChoicesProps extends Pick<PeoplePickerProps, 'people' | 'chosen' | 'onChoose'> {
  /** Whether the list has headings. The hits of a search are listed by how well they match. */
  readonly hasLetters: boolean
}

const toRow = (person: PickablePerson) => ({ key: String(person.userId), person })

const PeopleChoices = ({ people, hasLetters, chosen, onChoose }: PeopleChoicesProps) => {
  const text = useText()
  const { locale } = useLocale()
  const rows = useMemo(() => people.map(toRow), [people])
  const sections = useMemo(
    () =>
      hasLetters
        ? groupByLetter(people, locale).map(({ letter, people: group }) => ({
            title: letter,
            rows: group.map(toRow),
          }))
        : undefined,
    [people, hasLetters, locale],
  )
  const choose = (keys: ReadonlySet<string>) => {
    const listed = new Set(people.map(({ userId }) => userId))
    const others = [...chosen].filter((userId) => !listed.has(userId))
    onChoose(
      new Set([
        ...others,
        ...rows
          .filter(({ key, person }) => keys.has(key) && !person.isDisabled)
          .map(({ person }) => person.userId),
      ]),
    )
  }
  return (
    <ChoiceList
      label={text('group.pick.people')}
      rows={rows}
      sections={sections}
      mode="multiple"
      chosen={new Set([...chosen].map(String))}
      disabled={rows.filter(({ person }) => person.isDisabled).map(({ key }) => key)}
      onChoose={choose}
      draw={({ key, person }) => (
        <OptionRow
          id={key}
          words={person.label}
          leading={<Avatar id={person.userId} name={person.label} url={person.avatarUrl} size="small" />}
          name={<bdi>{person.label}</bdi>}
          detail={person.detail}
        />
      )}
    />
  )
}

/** Returns a friend as a person to pick or to find in a list, also by nickname and chat id. */
export const toPickable = ({ userId, displayName, avatarUrl, nickname, chatId }: Friend) => ({
  userId,
  label: displayName,
  avatarUrl,
  alsoFoundBy: [nickname, chatId],
})

/** Returns the user's friends, sorted by name. */
export const useFriendsByName = (): readonly Friend[] => {
  const friends = useReadable(useAccount().friends)
  const { locale } = useLocale()
  return useMemo(() => friendsByName(friends, locale), [friends, locale])
}
