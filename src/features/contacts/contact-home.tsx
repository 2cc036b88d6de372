import { useMemo, useState } from 'react'
import { useLocale } from 'react-aria-components'
import { type FriendOrder, orderFriends } from '#domain/names/friend-order.ts'
import { matchesName } from '#domain/names/match-name.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { SearchField } from '#src/ui/search-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import { AddMenu } from './add-menu.tsx'
import styles from './contact-home.module.css'
import { FriendList } from './friend-list.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SortMenu } from './sort-menu.tsx'
import { useRefresh } from './use-refresh.ts'

/** The contacts' first page: ways to new friends, tags and groups, and the friends themselves [FRIEND-02 FRIEND-04]. */
export const ContactHome = () => {
  const text = useText()
  const refresh = useRefresh()
  const [{ friendOrder: order }, changePreferences] = usePreferences()
  const [wanted, setWanted] = useState('')
  const { friends, hasFriends } = useShownFriends(order, wanted)
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <h1 className={styles.title}>{text('common.contacts')}</h1>
        <AddMenu />
      </header>
      {hasFriends && (
        <div className={styles.search}>
          <SearchField label={text('contact.search')} value={wanted} onChange={setWanted} />
        </div>
      )}
      <FriendList
        friends={friends}
        hasFriends={hasFriends}
        refresh={refresh}
        head={
          wanted.trim() === '' && (
            <>
              <Shortcuts />
              <div className={styles.section}>
                <h2 className={styles.heading}>{text('contact.friends')}</h2>
                {hasFriends && (
                  <SortMenu order={order} onChange={(friendOrder) => changePreferences({ friendOrder })} />
                )}
              </div>
            </>
          )
        }
      />
    </div>
  )
}

/** Friends whose name fits what is typed, in the chosen order. */
const useShownFriends = (order: FriendOrder, wanted: string) => {
  const account = useAccount()
  const all = useReadable(account.friends)
  const online = useReadable(account.online)
  const { locale } = useLocale()
  const ordered = useMemo(() => orderFriends(all, order, online, locale), [all, order, online, locale])
  const friends = useMemo(() => {
    if (wanted.trim() === '') return ordered
    return ordered.filter(({ displayName, nickname, chatId }) =>
      [displayName, nickname, chatId].some((name) => matchesName(name, wanted)),
    )
  }, [ordered, wanted])
  return { friends, hasFriends: all.length > 0 }
}
