import { UsersRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { findByName } from '#domain/contacts/find-by-name.ts'
import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './search.module.css'

interface PersonDialogProps {
  /** Receives undefined for the messages of everyone. */
  readonly onChoose: (person: UserId | undefined) => void
  readonly onClose: () => void
}

/** The people whose messages a search can be limited to: this user, friends, and peers of conversations. */
export const PersonDialog = ({ onChoose, onClose }: PersonDialogProps) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const people = usePeople()
  const found = useMemo(() => findByName(people, keyword), [people, keyword])
  return (
    <Dialog title={text('search.filter.person')} isOpen onClose={onClose}>
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
