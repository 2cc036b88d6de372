import { Link } from '@tanstack/react-router'
import { ChevronRight, type LucideIcon, Tag, UserPlus, UsersRound } from 'lucide-react'
import { badgeText } from '#domain/formats/row-badge.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Badge } from '#src/ui/badge.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './shortcuts.module.css'

/** Ways to new friends, with how many wait, to tags and to groups [FRIEND-02 FRIEND-03]. */
export const Shortcuts = () => {
  const text = useText()
  const unseen = useSelected(useAccount().applications, ({ unseenCount }) => unseenCount)
  return (
    <div className={styles.shortcuts}>
      <Shortcut
        to={paths.applications}
        label={text('contact.new-friends')}
        icon={UserPlus}
        count={unseen}
        countText={text('contact.new-friends.waiting', { count: unseen })}
      />
      <Shortcut to={paths.tags} label={text('contact.tags')} icon={Tag} />
      <Shortcut to={paths.groups} label={text('contact.groups')} icon={UsersRound} />
    </div>
  )
}

interface ShortcutProps {
  readonly to: typeof paths.applications | typeof paths.tags | typeof paths.groups
  readonly label: string
  readonly icon: LucideIcon
  readonly count?: number
  readonly countText?: string
}

const Shortcut = ({ to, label, icon, count = 0, countText }: ShortcutProps) => (
  <Link
    to={to}
    className={listRowTarget}
    {...(count > 0 && countText !== undefined ? { 'aria-description': countText } : {})}
  >
    <ListRow
      leading={<RowIcon icon={icon} />}
      title={label}
      titleEnd={
        <span className={styles.end}>
          <Badge text={badgeText(count)} />
          <ChevronRight aria-hidden="true" className={styles.chevron ?? ''} />
        </span>
      }
    />
  </Link>
)
