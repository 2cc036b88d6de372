import { useEffect, useMemo, useRef, useState } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import type { ServerId } from '#schemas/ids.ts'
import type { PinnedMessage } from '#schemas/translate/message-lists.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { notRequested, useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'

/** A pinned message; without its content while that is not known. */
export interface Pin {
  readonly serverId: ServerId
  readonly content: Pick<PinnedMessage, 'senderName' | 'type' | 'body'> | undefined
  /** Whether the content is on its way. */
  readonly isLoading: boolean
}

const noPins: readonly ServerId[] = []

/**
 * The pinned messages, the last pinned one first. The content of those that are not among the loaded messages comes from
 * a look-up and is never stored.
 */
export function usePins(details: ConversationDetails, view: TimelineView): readonly Pin[] {
  const text = useText()
  const { lookups, friends, userId, connection } = useAccount()
  const isConnected = useSelected(connection, ({ status }) => status === 'connected')
  const { id, pinnedMessages: ids = noPins, pinnedEditVersion = 0 } = details
  const loaded = useMemo(
    () => new Map(view.messages.flatMap((one) => (one.serverId ? [[one.serverId, one] as const] : []))),
    [view.messages],
  )
  const isMissing = view.status === 'ready' && ids.some((one) => !loaded.has(one))
  // An earlier response lacks a later pin and the text of a later edit.
  const version = `${ids} ${pinnedEditVersion}`
  const missing = useMemo(
    () => (isMissing ? { version, lookup: lookups.pinnedMessages(id) } : undefined),
    [lookups, id, isMissing, version],
  )
  const fetched = useReadable(missing?.lookup ?? notRequested)
  const wasConnected = useRef(isConnected)
  useEffect(() => {
    if (isConnected && !wasConnected.current) missing?.lookup.invalidate()
    wasConnected.current = isConnected
  }, [isConnected, missing])
  const known = useReadable(friends)
  const nameOf = ({ senderId, senderName }: PinnedMessage) =>
    senderId === userId
      ? text('composer.quote.own')
      : (known.find((one) => one.userId === senderId)?.displayName ?? senderName)
  const isLoading = view.status === 'loading' || (isMissing && fetched.status === 'loading')
  return ids.map((serverId) => {
    const message = loaded.get(serverId)
    if (message) {
      const senderName = message.isOwn ? text('composer.quote.own') : message.senderName
      return { serverId, content: { ...message, senderName }, isLoading }
    }
    const found =
      fetched.status === 'ready' ? fetched.value.find((one) => one.serverId === serverId) : undefined
    return { serverId, content: found && { ...found, senderName: nameOf(found) }, isLoading }
  })
}

/** The pin that the bar shows: the last one at first, an older one after each jump, and a new one as soon as it is there. */
export function usePinWalk(pins: readonly Pin[]) {
  const newest = pins[0]?.serverId
  const [walk, setWalk] = useState({ newest, at: 0 })
  if (walk.newest !== newest) setWalk({ newest, at: 0 })
  const at = walk.newest === newest && walk.at < pins.length ? walk.at : 0
  return { at, goOn: () => setWalk({ newest, at: (at + 1) % pins.length }) }
}
