import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import {
  Bell,
  Bookmark,
  LogOut as LogOutIcon,
  type LucideIcon,
  MessageSquareText,
  QrCode,
  Settings2,
  ShieldCheck,
  UserLock,
  UsersRound,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { useApp } from '#src/app/app-context.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { OfflineBar } from '../conversation-list/list-header.tsx'
import { Setting } from './my-page.tsx'
import styles from './my-screen.module.css'

/** The page omits the button if its file cannot be loaded, for example without the network. */
const InstallButton = lazy(async () => {
  const found = await import('#src/features/codes/install-code.tsx').catch(() => undefined)
  return { default: found?.InstallButton ?? (() => null) }
})

/** The first page of the own section: the account and its settings, in the list pane of the full frame [ME-22 ME-23]. */
export const MyHome = () => {
  const frame = useFrameMode()
  const text = useText()
  const profile = useReadable(useAccount().profile)
  return (
    <div className={styles.home}>
      <h1 className={styles.title}>{text('common.my')}</h1>
      <OfflineBar />
      <div className={styles.scroll}>
        {profile === undefined ? (
          <div className={classNames(styles['header-card'], styles.waiting)}>
            <SkeletonList rows={1} />
          </div>
        ) : (
          <HeaderCard profile={profile} />
        )}
        <div className={styles.entries}>
          <Entries />
        </div>
        {frame === 'full' && (
          <Suspense fallback={<div className={styles.install} />}>
            <InstallButton />
          </Suspense>
        )}
        <Setting id="log-out">
          <LogOut name={profile?.nickname ?? ''} />
        </Setting>
      </div>
    </div>
  )
}

/** Avatar, nickname and signature, which lead to the profile, and the own code [ME-22]. */
const HeaderCard = ({ profile }: { readonly profile: ProfileFacts }) => {
  const text = useText()
  const { userId, nickname, avatarUrl, signature, chatId } = profile
  // The first page shows the profile next to this list.
  const isFirstPage = useLocation({ select: ({ pathname }) => pathname === paths.my })
  const isShown = useFrameMode() === 'full' && isFirstPage
  return (
    <section className={styles['header-card']} aria-label={nickname}>
      <Link
        to={paths.profile}
        className={classNames(listRowTarget, styles.who)}
        aria-current={isShown ? 'true' : 'false'}
      >
        <div className={styles.person}>
          <Avatar id={userId} name={nickname} url={avatarUrl} size="large" />
          <div className={styles.words}>
            <h2 className={styles.name}>{nickname}</h2>
            <p className={styles.signature}>
              <bdi>{signature === '' ? chatId : signature}</bdi>
            </p>
          </div>
        </div>
      </Link>
      <Link to={paths.ownCode} className={styles.code ?? ''} aria-label={text('my.code')}>
        <QrCode aria-hidden="true" />
      </Link>
    </section>
  )
}

/** Links to the own pages. An embedding app has its own page about security [ME-24]. */
const Entries = () => {
  const { embeddedIn } = useReadable(useApp().host)
  return (
    <>
      <Entry to={paths.collections} icon={Bookmark} titleId="collections.title" />
      <Entry to={paths.notifications} icon={Bell} titleId="my.notifications" />
      <Entry to={paths.messaging} icon={MessageSquareText} titleId="my.messaging" nextPage={paths.stickers} />
      <Entry to={paths.ownPrivacy} icon={UserLock} titleId="my.privacy" nextPage={paths.blacklist} />
      {embeddedIn === undefined && <Entry to={paths.security} icon={ShieldCheck} titleId="my.security" />}
      <Entry to={paths.general} icon={Settings2} titleId="my.general" />
      {embeddedIn === undefined && (
        <Entry to={paths.switchAccount} icon={UsersRound} titleId="my.switch-account" />
      )}
    </>
  )
}

interface EntryProps {
  readonly to: (typeof paths)[keyof typeof paths]
  readonly icon: LucideIcon
  /** Text id. */
  readonly titleId: string
  /** The current value of the setting. */
  readonly detail?: string
  /** The path of a page that is opened from the row's page. The row is current on that page too. */
  readonly nextPage?: string
}

/** A row that leads to a page of the own section. */
export const Entry = ({ to, icon, titleId, detail, nextPage }: EntryProps) => {
  const text = useText()
  const isOnNextPage = useLocation({ select: ({ pathname }) => pathname === nextPage })
  return (
    <Link to={to} className={listRowTarget} aria-current={isOnNextPage ? 'true' : 'false'}>
      <LinkRow
        leading={<RowIcon icon={icon} isSmall />}
        title={text(titleId)}
        {...(detail === undefined ? {} : { detail })}
      />
    </Link>
  )
}

/** Asks for confirmation with the account's name and what would be lost, then signs out [ME-23] (DEC-115). */
const LogOut = ({ name }: { readonly name: string }) => {
  const text = useText()
  const navigate = useNavigate()
  const { authentication } = useClient()
  const [unsentCount, setUnsentCount] = useState<number>()
  const logOut = async () => {
    setUnsentCount(undefined)
    await navigate({ to: paths.signIn, replace: true })
    await authentication.signOut()
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        variant="quiet"
        icon={<LogOutIcon aria-hidden="true" />}
        onPress={() => setUnsentCount(authentication.unsentCount())}
      >
        {text('my.log-out')}
      </Button>
      <ConfirmDialog
        title={text('my.log-out-question', { name })}
        isOpen={unsentCount !== undefined}
        confirmLabel={text('my.log-out')}
        isDanger
        onConfirm={() => void logOut()}
        onClose={() => setUnsentCount(undefined)}
      >
        {unsentCount !== undefined && unsentCount > 0 && (
          <p>{text('my.log-out-unsent', { count: unsentCount })}</p>
        )}
        <p>{text('my.log-out-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}
