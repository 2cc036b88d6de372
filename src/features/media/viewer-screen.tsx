import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { type MediaType, readFilterTypes, typesToView } from '#domain/media/media-filter.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { useOpenConversation } from '#src/features/conversation-list/use-open-conversation.ts'
import { viewerHref } from './media-address.ts'
import { useViewerWalk } from './use-viewer-walk.ts'
import { rememberViewed } from './viewed-message.ts'
import { Viewer } from './viewer.tsx'

/** The route of one medium over the whole page; from there one goes on to the others [MEDIA-03 ROUTE-18 VIEW-24]. */
export const ViewerScreen = () => {
  const id = useOpenConversation()
  const { messageId } = useParams({ strict: false })
  const query = useSearch({ strict: false, select: ({ filterTypes }) => filterTypes })
  const named = readFilterTypes(query)
  if (id === undefined || messageId === undefined) return null
  return (
    <OpenViewer
      key={`${id} ${named.join()}`}
      id={id}
      wanted={serverId(Number(messageId))}
      named={named.join()}
    />
  )
}

interface OpenViewerProps {
  readonly id: ConversationId
  readonly wanted: ServerId
  /** Types the address names, with commas; always the same text for the same types. */
  readonly named: string
}

const OpenViewer = ({ id, wanted, named }: OpenViewerProps) => {
  const account = useAccount()
  const navigate = useNavigate()
  const close = useGoBack(pathOf(id))
  const filterTypes = useMemo<readonly MediaType[]>(() => readFilterTypes(named.split(',')), [named])
  const types = useMemo(() => typesToView(filterTypes), [filterTypes])
  const walk = useViewerWalk(id, wanted, types)
  const { shown, isLost } = walk
  // Back to the chat, whatever led here [MEDIA-06].
  useEffect(() => {
    if (isLost) void navigate({ href: pathOf(id), replace: true })
  }, [isLost, navigate, id])
  // The address follows what is looked at, in the same entry of the history [MEDIA-05].
  useEffect(() => {
    if (shown === undefined) return
    rememberViewed(account, id, shown)
    if (shown !== wanted) void navigate({ href: viewerHref(id, shown, filterTypes), replace: true })
  }, [account, navigate, id, shown, wanted, filterTypes])
  return <Viewer walk={walk} onClose={close} />
}
