import { Link } from '@tanstack/react-router'
import { Bell, Bookmark, Sticker } from 'lucide-react'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { appVersion } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import { DeleteAccount } from './delete-account.tsx'
import { LogOut } from './log-out.tsx'
import styles from './my-screen.module.css'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'

/** The person's own page: who they are here, how the app looks, and the way out [ME-04 ME-23]. */
export const MyScreen = () => {
  const text = useText()
  const profile = useReadable(useAccount().profile)
  return (
    <Screen title={text('common.my')} isNarrow>
      <div className={styles.cards}>
        <ProfileCard profile={profile} />
        <PreferencesCard />
        <Ways />
        <LogOut name={profile?.nickname ?? ''} />
        <DeleteAccount name={profile?.nickname ?? ''} />
        <p className={styles.version}>
          {text('my.version', { version: appVersion })} ·{' '}
          <Link to={paths.commandCenter} className={styles.diagnostics ?? ''}>
            {text('common.diagnostics.title')}
          </Link>
        </p>
      </div>
    </Screen>
  )
}

/** Leads to the person's further screens. */
const Ways = () => {
  const text = useText()
  return (
    <div className={styles.ways}>
      <Link to={paths.notifications} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Bell} />} title={text('my.notifications')} />
      </Link>
      <Link to={paths.collections} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Bookmark} />} title={text('collections.title')} />
      </Link>
      <Link to={paths.stickers} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Sticker} />} title={text('stickers.title')} />
      </Link>
    </div>
  )
}
