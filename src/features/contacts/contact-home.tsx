import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { orderFriends } from '#domain/contacts/contacts.ts'
import { usePreferences } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { SearchLink } from '#src/app/frame/search-link.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AddMenu } from './add-menu.tsx'
import styles from './contact-home.module.css'
import { FriendList } from './friend-list.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SortMenu } from './sort-menu.tsx'
import { useRefresh } from './use-refresh.ts'

/** The contacts' first page: search, ways to new friends, tags and groups, and the friends themselves [FRIEND-01 FRIEND-02 FRIEND-04]. */
export const ContactHome = () => {
  const text = useText()
  const refresh = useRefresh()
  const [{ friendOrder }, change] = usePreferences()
  const friends = useOrderedFriends()
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <div className={styles.line}>
          <h1 className={styles.title}>{text('common.contacts')}</h1>
          <AddMenu />
        </div>
        <div className={styles.search}>
          <SearchLink />
        </div>
      </header>
      <FriendList
        friends={friends}
        refresh={refresh}
        head={
          <>
            <Shortcuts />
            <div className={styles.section}>
              <h2 className={styles.heading}>{text('contact.friends')}</h2>
              {friends.length > 0 && (
                <SortMenu order={friendOrder} onChange={(order) => change({ friendOrder: order })} />
              )}
            </div>
          </>
        }
      />
    </div>
  )
}

/** The friends in the chosen order, by the rules of the chosen language. */
const useOrderedFriends = () => {
  const account = useAccount()
  const friends = useReadable(account.friends)
  const online = useReadable(account.online)
  const { locale } = useLocale()
  const [{ friendOrder }] = usePreferences()
  return useMemo(
    () => orderFriends(friends, friendOrder, online, locale),
    [friends, friendOrder, online, locale],
  )
}
