import { useLocation, useNavigate } from '@tanstack/react-router'
import { filterOfHash, mediaFilters } from '#domain/media/media-filter.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useTimeline } from '#src/features/conversation/use-timeline.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { useOpenConversation } from '#src/features/conversation-list/use-open-conversation.ts'
import { Panel } from '#src/ui/panel.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useText } from '#src/ui/use-text.ts'
import { MediaGrid } from './media-grid.tsx'
import { mediaHref } from './media-links.ts'
import styles from './media-screen.module.css'

/** The route of a conversation's pictures, videos and files; the hash names the tab [ROUTE-17 MEDIA-02]. */
export const MediaScreen = () => {
  const id = useOpenConversation()
  return id === undefined ? null : <MediaPanel key={id} id={id} />
}

const MediaPanel = ({ id }: { readonly id: ConversationId }) => {
  const text = useText()
  const goBack = useGoBack(pathOf(id))
  const navigate = useNavigate()
  const filter = filterOfHash(useLocation({ select: ({ hash }) => hash }))
  const timeline = useTimeline(id)
  const select = (next: string) =>
    void navigate({ href: mediaHref(id, filterOfHash(next)), replace: true, resetScroll: false })
  return (
    <Panel title={text('media.title')} onBack={goBack}>
      <div className={styles.screen}>
        <Tabs
          label={text('media.filter')}
          selected={filter}
          onSelect={select}
          isFilling
          items={mediaFilters.map((each) => ({
            id: each,
            label: text(`media.filter.${each}`),
            content: <MediaGrid id={id} filter={each} timeline={timeline} />,
          }))}
        />
      </div>
    </Panel>
  )
}
