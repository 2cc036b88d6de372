import { useSearch } from '@tanstack/react-router'
import { MessageSquareX } from 'lucide-react'
import { use, useMemo } from 'react'
import type { ForwardItem } from '#domain/forward/delivery.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { SelectionContext } from '../conversation/selection/use-selection.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { namedItems } from './forward-address.ts'
import { ForwardPicker } from './forward-picker.tsx'

/** Sends messages of a conversation, or what was saved, on to others, as the address names them [ROUTE-13 FWD-16 COLL-07]. */
export const ForwardScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const goBack = useGoBack(id === undefined ? paths.collections : pathOf(id))
  const items = useNamedItems(id)
  const selection = use(SelectionContext)
  // Whoever gives up finds what they had selected; once it is sent on, selecting is over.
  const finish = () => {
    selection.set(undefined)
    goBack()
  }
  return (
    <Panel title={text('conversation.forward.title')} onBack={goBack} placement="centre">
      {items.length === 0 ? (
        <EmptyState icon={<MessageSquareX />} title={text('conversation.forward.nothing')} />
      ) : (
        <ForwardPicker items={items} onDone={finish} />
      )}
    </Panel>
  )
}

const useNamedItems = (id: ConversationId | undefined): readonly ForwardItem[] => {
  const { 'messageIds[]': messages, 'collectionIds[]': collections } = useSearch({ strict: false })
  return useMemo(() => namedItems(id, messages, collections), [id, messages, collections])
}
