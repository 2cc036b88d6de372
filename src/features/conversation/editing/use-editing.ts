import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { isEditable, canEdit as isOwnText } from '#domain/message/edits.ts'
import { newestId, oldestId, type TimelineMessage } from '#domain/message/timeline-message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { ComposerChannel } from '../use-composing.ts'

/** The own message that the person edits in a conversation. */
export interface Editing {
  /** Undefined while the composer writes a new message. */
  readonly edited: TimelineMessage | undefined
  readonly start: (message: TimelineMessage) => void
  readonly end: () => void
}

interface EditingOptions {
  readonly messages: readonly TimelineMessage[]
  /** Whether the messages are complete up to the newest one. */
  readonly isLive: boolean
  /** Whether this user may edit here, if the message permits it. */
  readonly canEdit: boolean
  readonly composing: ComposerChannel
}

/**
 * The message that is being edited. Ends with a toast when it is deleted or expires meanwhile. The composer can edit the
 * last own text through its channel.
 */
export const useEditing = ({ messages, isLive, canEdit, composing }: EditingOptions): Editing => {
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  const [edited, setEdited] = useState<TimelineMessage>()

  const isGone = edited !== undefined && isMissing(edited, messages, isLive)
  const giveUp = useEffectEvent(() => {
    setEdited(undefined)
    toasts.show({ kind: 'info', text: text('conversation.edit.gone') })
  })
  useEffect(() => {
    if (isGone) giveUp()
  }, [isGone])

  const editLast = useEffectEvent((): boolean => {
    // Not the one before a text that is still being sent, which the person means.
    const last = messages.findLast(isOwnText)
    if (!canEdit || !isLive || !last || !isEditable(last, account.serverNow())) return false
    setEdited(last)
    return true
  })
  useEffect(() => composing.offerEditing(() => editLast()), [composing])
  // Stable, so that the composer does not render with each new message.
  const end = useCallback(() => setEdited(undefined), [])
  return { edited, start: setEdited, end }
}

/** Whether a message is missing among the messages around it. */
function isMissing(
  { key, serverId }: TimelineMessage,
  messages: readonly TimelineMessage[],
  isLive: boolean,
): boolean {
  if (serverId === undefined || messages.some((message) => message.key === key)) return false
  const [oldest, newest] = [oldestId(messages), newestId(messages)]
  if (oldest === undefined || newest === undefined) return isLive
  return serverId >= oldest && (isLive || serverId <= newest)
}
