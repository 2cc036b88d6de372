import { CatchBoundary, Link, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { MessageCircle, UserRound, UsersRound } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { badgeText, unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import type { UserId } from '#schemas/ids.ts'
import { ConversationListPane } from '#src/features/conversation-list/conversation-list-pane.tsx'
import { paths } from '#src/routes/route-table.ts'
import { PanelRouteContext } from '#src/routes/router-context.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { type PanelPlace, PanelPlaceContext, useFrameMode } from '#src/ui/frame-mode.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { derive } from '#streams/readable.ts'
import { useAccount, useClient } from '../client-context.tsx'
import styles from './frame.module.css'
import { NoContactOpen } from './nothing-open.tsx'
import { ResizeHandle, useListWidth } from './resize-handle.tsx'

type Section = 'messages' | 'contact' | 'my'

/** The part of the frame that the current page fills. */
interface Place {
  readonly section: Section
  /** In compact frames the page covers the section's list and the bottom bar. */
  readonly isPushed: boolean
}

/** The signed-in app's frame: rail, list and page side by side, or one of them at a time [LAYOUT-02 LAYOUT-04]. */
export const Frame = () => {
  usePreloadSections()
  const mode = useFrameMode()
  const place = usePlace()
  return mode === 'full' ? <FullFrame {...place} /> : <CompactFrame {...place} hasBar={mode === 'compact'} />
}

const usePlace = (): Place => {
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  return { section: place?.section ?? 'messages', isPushed: place?.isPushed === true }
}

/** The delay of the preload after the frame is mounted, so that the first screen loads first, ms. */
const sectionPreloadDelay = 3000

/**
 * Loads the other sections and the animation between panes some seconds after the start, so that the sections open
 * without the network. If that fails, the sections load when they are opened, and panes appear without an animation.
 */
const usePreloadSections = () => {
  const router = useRouter()
  useEffect(() => {
    const timer = window.setTimeout(() => {
      for (const load of [loadContacts, loadMy]) load().catch(() => undefined)
      for (const to of [paths.contact, paths.my]) void router.preloadRoute({ to })
      void import('./pane-motion.ts').then(
        ({ startPaneMotion }) => startPaneMotion(router),
        () => undefined,
      )
    }, sectionPreloadDelay)
    return () => window.clearTimeout(timer)
  }, [router])
}

/** A contact's details open next to the friend list. */
const detailPane: PanelPlace = { kind: 'detail-pane' }

const FullFrame = ({ section, isPushed }: Place) => {
  const width = useListWidth()
  const isDetailOpen = section === 'contact' && isPushed
  return (
    <SideBySide
      section={section}
      listWidth={width.shown}
      list={
        <>
          <SectionList section={section} />
          <ResizeHandle width={width} />
        </>
      }
    >
      {isDetailOpen && <NoContactOpen />}
      <PanelRouteContext value={isDetailOpen}>
        <PanelPlaceContext value={isDetailOpen ? detailPane : undefined}>
          <Suspense>
            <Outlet />
          </Suspense>
        </PanelPlaceContext>
      </PanelRouteContext>
    </SideBySide>
  )
}

interface SideBySideProps {
  readonly section: Section
  /** CSS px. */
  readonly listWidth: number
  readonly list: ReactNode
  readonly children: ReactNode
}

/** The rail, the list and the page, next to each other. */
export const SideBySide = ({ section, listWidth, list, children }: SideBySideProps) => {
  const text = useText()
  return (
    <div className={classNames(styles.frame, styles.full)}>
      <Navigation placement="rail" section={section} />
      {list && (
        <section
          aria-label={text(sectionNames[section])}
          className={styles.list}
          style={{ inlineSize: listWidth }}
        >
          {list}
        </section>
      )}
      <div className={styles.page}>{children}</div>
    </div>
  )
}

/** The list above the bottom bar. */
export const ListAlone = ({ children }: { readonly children: ReactNode }) => (
  <div className={classNames(styles.frame, styles.compact)}>
    <main className={styles.page}>{children}</main>
    <Navigation placement="bottom" section="messages" />
  </div>
)

/**
 * Shows one pane at a time. The list stays mounted below a pushed page, so that it keeps its scroll position and appears
 * while a finger drags the page away.
 */
const CompactFrame = ({ section, isPushed, hasBar }: Place & { readonly hasBar: boolean }) => (
  <div className={classNames(styles.frame, styles.compact)}>
    <main className={classNames(styles.page, styles.first)} hidden={isPushed}>
      <SectionList section={section} />
    </main>
    {isPushed && (
      <div className={styles.page}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    )}
    {hasBar && <Navigation placement="bottom" section={section} isHidden={isPushed} />}
    <Suspense>
      <TouchFrame />
    </Suspense>
  </div>
)

const TouchFrame = lazy(async () => ({ default: (await import('./touch-frame.tsx')).TouchFrame }))
const loadContacts = async () => ({
  default: (await import('#src/features/contacts/contact-home.tsx')).ContactHome,
})
const loadMy = async () => ({ default: (await import('#src/features/my/my-screen.tsx')).MyHome })
const ContactHome = lazy(loadContacts)
const MyHome = lazy(loadMy)
const sectionLists = { messages: ConversationListPane, contact: ContactHome, my: MyHome } as const

/** The list of a section: the list pane in the full frame, the first page in compact ones. */
const SectionList = ({ section }: { readonly section: Section }) => {
  const List = sectionLists[section]
  return (
    <Suspense fallback={<SkeletonList />}>
      <List />
    </Suspense>
  )
}

/** Text ids of the names of the lists. */
const sectionNames = { messages: 'common.messages', contact: 'common.contacts', my: 'common.my' } as const

interface NavigationProps {
  readonly placement: 'rail' | 'bottom'
  readonly section: Section
  /** Whether a page covers the navigation, which stays mounted. */
  readonly isHidden?: boolean
}

/**
 * Links to the three sections, with their counts: a rail in the full frame, a bottom bar in the compact one [LAYOUT-03
 * LAYOUT-05].
 */
const Navigation = ({ placement, section, isHidden = false }: NavigationProps) => {
  const text = useText()
  const account = useAccount()
  const unread = useSelected(account.conversations, unmutedUnreadTotal)
  const unreadOfOthers = useUnreadOfOtherAccounts(account.userId)
  const unseen = useSelected(account.applications, ({ unseenCount }) => unseenCount)
  return (
    <nav
      aria-label={text('common.navigation')}
      hidden={isHidden}
      className={classNames(styles.navigation, styles[placement])}
    >
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
      <Entry
        to={paths.my}
        label={text('common.my')}
        icon={placement === 'rail' ? <OwnEntryIcon /> : <UserRound />}
        count={unreadOfOthers}
        countText={text('common.unread-elsewhere', { count: unreadOfOthers })}
        isCurrent={section === 'my'}
      />
    </nav>
  )
}

/** Catches an error of the own profile, so that the navigation stays usable. */
const OwnEntryIcon = () => (
  <CatchBoundary getResetKey={() => 'own picture'} errorComponent={() => <UserRound />}>
    <OwnPicture />
  </CatchBoundary>
)

/** This user's picture, which leads to the accounts and settings. */
const OwnPicture = () => {
  const { profile, userId } = useAccount()
  const own = useReadable(profile)
  if (own === undefined) return <UserRound />
  return <Avatar id={userId} name={own.nickname} url={own.avatarUrl} size="small" />
}

/** Returns the number of unread messages in this device's other accounts. */
const useUnreadOfOtherAccounts = (own: UserId): number => {
  const accounts = useReadable(useClient().accounts)
  const others = useMemo(() => accounts.filter(({ userId }) => userId !== own), [accounts, own])
  const total = useMemo(
    () =>
      derive(
        others.map(({ conversations }) => conversations),
        () => others.reduce((sum, { conversations }) => sum + unmutedUnreadTotal(conversations.get()), 0),
      ),
    [others],
  )
  return useReadable(total)
}

interface EntryProps {
  readonly to: typeof paths.contact | typeof paths.messages | typeof paths.my
  readonly label: string
  readonly icon: ReactNode
  readonly count?: number
  readonly countText?: string
  readonly isCurrent: boolean
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
