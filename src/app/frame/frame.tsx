import { Outlet, useMatches } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './frame.module.css'
import { Navigation, type Section } from './navigation.tsx'
import { NoContactOpen } from './nothing-open.tsx'
import { OverPageContext } from './over-page.ts'
import { ResizeHandle, useListWidth } from './resize-handle.tsx'

interface Place {
  readonly section: Section
  readonly isPushed: boolean
}

const usePlace = (): Place => {
  const place = useMatches({ select: (matches) => matches.at(-1)?.staticData })
  return { section: place?.section ?? 'messages', isPushed: place?.isPushed === true }
}

/** The signed-in app's frame: rail, list and page side by side, or one of them at a time [LAYOUT-02 LAYOUT-04]. */
export const Frame = () => {
  const mode = useFrameMode()
  const place = usePlace()
  return mode === 'full' ? <FullFrame {...place} /> : <CompactFrame {...place} hasBar={mode === 'compact'} />
}

const FullFrame = ({ section, isPushed }: Place) => {
  const width = useListWidth()
  const isOverPage = section === 'contact' && isPushed
  return (
    <SideBySide
      section={section}
      listWidth={width.shown}
      list={
        section !== 'my' && (
          <>
            <SectionList section={section} />
            <ResizeHandle width={width} />
          </>
        )
      }
    >
      {isOverPage && <NoContactOpen />}
      <OverPageContext value={isOverPage}>
        <Suspense>
          <Outlet />
        </Suspense>
      </OverPageContext>
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

/** Rail, list and page. */
export const SideBySide = ({ section, listWidth, list, children }: SideBySideProps) => {
  const text = useText()
  return (
    <div className={classNames(styles.frame, styles.full)}>
      <Navigation placement="rail" section={section} />
      {list && (
        <section
          aria-label={text(section === 'messages' ? 'common.messages' : 'common.contacts')}
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

/** The list stays mounted below a pushed screen, so that it keeps its scroll position. */
const CompactFrame = ({ section, isPushed, hasBar }: Place & { readonly hasBar: boolean }) => (
  <div className={classNames(styles.frame, styles.compact)}>
    {section !== 'my' && (
      <main className={styles.page} hidden={isPushed}>
        <SectionList section={section} />
      </main>
    )}
    {(isPushed || section === 'my') && (
      <div className={styles.page}>
        <Suspense>
          <Outlet />
        </Suspense>
      </div>
    )}
    {hasBar && !isPushed && <Navigation placement="bottom" section={section} />}
  </div>
)

const ConversationListPane = lazy(async () => ({
  default: (await import('#src/features/conversation-list/conversation-list-pane.tsx')).ConversationListPane,
}))
const ContactHome = lazy(async () => ({
  default: (await import('#src/features/contacts/contact-home.tsx')).ContactHome,
}))

/** The list of a section: the list pane in the full frame, the first page in compact ones. */
const SectionList = ({ section }: { readonly section: Exclude<Section, 'my'> }) => (
  <Suspense fallback={<SkeletonList />}>
    {section === 'messages' ? <ConversationListPane /> : <ContactHome />}
  </Suspense>
)
