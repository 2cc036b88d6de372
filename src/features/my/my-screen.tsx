import { Link } from '@tanstack/react-router'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { appVersion } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
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
        <Link to={paths.notifications} className={styles.diagnostics ?? ''}>
          {text('my.notifications')}
        </Link>
        <Link to={paths.collections} className={styles.diagnostics ?? ''}>
          {text('collections.title')}
        </Link>
        <Link to={paths.stickers} className={styles.diagnostics ?? ''}>
          {text('stickers.title')}
        </Link>
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
