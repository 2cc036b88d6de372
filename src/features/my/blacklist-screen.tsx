import { useDeferredValue, useRef, useState } from 'react'
import { findByName } from '#domain/contacts/find-by-name.ts'
import type { BlockedPerson } from '#schemas/translate/contacts.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useFocusOfNextRow } from '#src/ui/use-focus-of-next-row.ts'
import { useText } from '#src/ui/use-text.ts'
import { useBlacklist, useBlocking } from '../contacts/use-blocking.ts'
import groups from '../groups/groups.module.css'
import { MyPage } from './my-page.tsx'

/** The people whom this user has blocked, with a search by nickname [BLOCK-01]. */
export const BlacklistScreen = () => {
  const { people, hasFailed, retry } = useBlacklist()
  return (
    <MyPage titleId="my.blacklist" parent={paths.ownPrivacy}>
      {people === undefined && !hasFailed && <SkeletonList rows={3} />}
      {people === undefined && hasFailed && <ErrorState onRetry={retry} />}
      {people !== undefined && <BlockedPeople people={people} />}
    </MyPage>
  )
}

const BlockedPeople = ({ people }: { readonly people: readonly BlockedPerson[] }) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const found = findByName(
    people.map((person) => ({ label: person.nickname, person })),
    wanted,
  )
  if (people.length === 0)
    return (
      <EmptyState
        drawing="shield"
        title={text('my.blacklist.empty.title')}
        description={text('my.blacklist.empty.text')}
      />
    )
  return (
    <>
      <SearchField label={text('my.blacklist.search')} value={keyword} onChange={setKeyword} />
      {found.length === 0 ? (
        <EmptyState drawing="no-result" title={text('search.no-result', { keyword: wanted.trim() })} />
      ) : (
        <ul aria-label={text('my.blacklist')}>
          {found.map(({ person }) => (
            <BlockedRow key={person.entryId} person={person} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A blocked person with a button that asks before it unblocks [BLOCK-02]. */
const BlockedRow = ({ person }: { readonly person: BlockedPerson }) => {
  const text = useText()
  const [isAsking, setIsAsking] = useState(false)
  const { isPending, unblock } = useBlocking(person.userId)
  const name = person.nickname
  const row = useRef<HTMLLIElement>(null)
  useFocusOfNextRow(row)
  const confirm = () => {
    setIsAsking(false)
    unblock(person.entryId)
  }
  return (
    <li ref={row} className={groups.row} aria-label={name}>
      <ListRow
        leading={<Avatar id={person.userId} name={name} url={person.avatarUrl} />}
        title={<bdi>{name}</bdi>}
      />
      <Button isPending={isPending} onPress={() => setIsAsking(true)}>
        {text('contact.unblock')}
      </Button>
      <ConfirmDialog
        title={text('contact.unblock.question', { name })}
        isOpen={isAsking}
        confirmLabel={text('contact.unblock')}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('contact.unblock.consequence')}</p>
      </ConfirmDialog>
    </li>
  )
}
