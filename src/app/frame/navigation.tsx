import { Link } from '@tanstack/react-router'
import { MessageCircle, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { badgeText, unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import { paths } from '#src/routes/route-table.ts'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import { useSelected } from '../../ui/use-readable.ts'
import { useAccount } from '../client-context.tsx'
import styles from './navigation.module.css'

export type Section = 'messages' | 'contact' | 'my'

/**
 * The three parts of the app with their counts: a rail in the full frame, a bottom bar in the compact one [LAYOUT-03
 * LAYOUT-05].
 */
export const Navigation = ({ placement, section }: NavigationProps) => {
  const text = useText()
  const account = useAccount()
  const unread = useSelected(account.conversations, unmutedUnreadTotal)
  const unseen = useSelected(account.applications, ({ unseenCount }) => unseenCount)
  return (
    <nav aria-label={text('common.navigation')} className={classNames(styles.navigation, styles[placement])}>
      <Entry
        to={paths.contact}
        label={text('common.contacts')}
        icon={<UsersRound />}
        count={unseen}
        countText={text('common.unseen-requests', { count: unseen })}
        isCurrent={section === 'contact'}
      />
      <Entry
        to={paths.messages}
        label={text('common.messages')}
        icon={<MessageCircle />}
        count={unread}
        countText={text('common.unread', { count: unread })}
        isCurrent={section === 'messages'}
      />
      <Entry to={paths.my} label={text('common.my')} icon={<UserRound />} isCurrent={section === 'my'} />
    </nav>
  )
}

interface NavigationProps {
  readonly placement: 'rail' | 'bottom'
  readonly section: Section
}

const Entry = ({ to, label, icon, count = 0, countText, isCurrent }: EntryProps) => (
  <Link
    to={to}
    className={classNames(styles.entry, isCurrent && styles.current)}
    aria-current={isCurrent ? 'page' : 'false'}
    {...(count > 0 && countText !== undefined ? { 'aria-description': countText } : {})}
  >
    <span className={styles.icon}>
      {icon}
      <span className={styles.badge}>
        <Badge text={badgeText(count)} />
      </span>
    </span>
    <span className={styles.label}>{label}</span>
  </Link>
)

interface EntryProps {
  readonly to: typeof paths.contact | typeof paths.messages | typeof paths.my
  readonly label: string
  readonly icon: ReactNode
  readonly count?: number
  readonly countText?: string
  readonly isCurrent: boolean
}
