import { useSearch } from '@tanstack/react-router'
import { MessageSquareX } from 'lucide-react'
import { useMemo } from 'react'
import { type ServerId, serverId } from '#schemas/ids.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import { useOpenConversation } from '../conversation-list/use-open-conversation.ts'
import { ForwardPicker } from './forward-picker.tsx'

/** Sends messages that the address names on to others [ROUTE-13 FWD-16]. */
export const ForwardScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const goBack = useGoBack(id === undefined ? paths.messages : pathOf(id))
  const messages = useNamedMessages()
  return (
    <Panel title={text('conversation.forward.title')} onBack={goBack} placement="centre">
      {id === undefined || messages.length === 0 ? (
        <EmptyState icon={<MessageSquareX />} title={text('conversation.forward.nothing')} />
      ) : (
        <ForwardPicker from={id} messages={messages} onDone={goBack} />
      )}
    </Panel>
  )
}

/** In the order in which they were written: a message's id grows with time. */
const useNamedMessages = (): readonly ServerId[] => {
  const { 'messageIds[]': named } = useSearch({ strict: false })
  return useMemo(
    () => [...new Set(named?.map(Number))].sort((left, right) => left - right).map(serverId),
    [named],
  )
}
