import { useSearch } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { type ReactNode, use, useMemo } from 'react'
import type { ForwardItem } from '#domain/forward/forward-delivery.ts'
import { startSelection } from '#domain/message/selection.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { SelectionContext, SingleForwardContext } from '../conversation/selection/selection.tsx'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { itemsInUrl } from './forward-address.ts'
import { ForwardPicker } from './forward-picker.tsx'

/** The route that forwards the messages or collections in its URL [ROUTE-13 FWD-16 COLL-07]. */
export const ForwardScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const goBack = useGoBack(id === undefined ? paths.collections : pathOf(id))
  const items = useItemsInUrl(id)
  const selection = use(SelectionContext)
  // Cancelling keeps the selection; forwarding ends it.
  const finish = () => {
    selection.set(undefined)
    goBack()
  }
  return (
    <Panel
      title={text('conversation.forward.title')}
      onBack={goBack}
      placement="centre"
      actions={<MoreButton items={items} onMore={goBack} />}
    >
      {items.length === 0 ? (
        <EmptyState illustration="gone" title={text('conversation.forward.nothing')} />
      ) : (
        <ForwardPicker items={items} onDone={finish} />
      )}
    </Panel>
  )
}

interface MoreButtonProps {
  readonly items: readonly ForwardItem[]
  readonly onMore: () => void
}

/** Goes back to the conversation and starts a selection that contains this message [VIEW-30] (DEC-183). */
const MoreButton = ({ items, onMore }: MoreButtonProps): ReactNode => {
  const text = useText()
  const source = use(SelectionContext)
  const selection = useReadable(source)
  const singleForwarded = useReadable(use(SingleForwardContext))
  const [item, ...others] = items
  const isSingleForward =
    item?.kind === 'message' && item.id === singleForwarded?.serverId && others.length === 0
  if (singleForwarded === undefined || !isSingleForward || selection !== undefined) return null
  const chooseMore = () => {
    source.set(startSelection(singleForwarded.key, 'forward'))
    onMore()
  }
  return (
    <IconButton
      label={text('conversation.selection.more')}
      icon={<ListChecks aria-hidden="true" />}
      onPress={chooseMore}
    />
  )
}

const useItemsInUrl = (id: ConversationId | undefined): readonly ForwardItem[] => {
  const { 'messageIds[]': messages, 'collectionIds[]': collections } = useSearch({ strict: false })
  return useMemo(() => itemsInUrl(id, messages, collections), [id, messages, collections])
}
