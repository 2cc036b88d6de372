import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { longestDraftDelay } from '#client/draft-saver.ts'
import { isEditable, canEdit as isOwnText } from '#domain/message/edits.ts'
import { newestId, oldestId, type TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { ComposerChannel } from '../use-composing.ts'

/** The text that replaces that of an own message, with the ids that it mentions. */
export interface EditedText {
  readonly text: string
  readonly mentions: readonly number[]
}

/** The own message that the person edits in a conversation. */
export interface Editing {
  /** Undefined while the composer writes a new message. */
  readonly edited: TimelineMessage | undefined
  readonly start: (message: TimelineMessage) => void
  /** Keeps the unfinished text on this device. Undefined if it does not differ from that of the message. */
  readonly change: (written: EditedText | undefined) => void
  readonly end: () => void
  /** Ends the editing here. The unfinished text stays on the device. */
  readonly leave: () => void
}

interface EditingOptions {
  readonly conversationId: ConversationId
  readonly messages: readonly TimelineMessage[]
  /** Whether the messages are complete up to the newest one. */
  readonly isLive: boolean
  /** Whether this user may edit here, if the message permits it. */
  readonly canEdit: boolean
  readonly composing: ComposerChannel
}

/**
 * The message that is being edited. An edit that was unfinished when the conversation was left continues. Ends with a
 * toast when the message is deleted or expires meanwhile. The composer can edit the last own text through its channel.
 */
export const useEditing = (options: EditingOptions): Editing => {
  const { conversationId, messages, isLive, canEdit, composing } = options
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  const [edited, setEdited] = useState<TimelineMessage>()
  const { change, save, discard } = useEditDraft(conversationId, edited)

  const [unfinished, setUnfinished] = useState(
    () => account.conversations.get().find(({ id }) => id === conversationId)?.editDraft?.serverId,
  )
  const continued =
    unfinished === undefined ? undefined : messages.find(({ serverId }) => serverId === unfinished)
  if (continued && canEdit) {
    setUnfinished(undefined)
    setEdited(continued)
  }

  // Stable, so that the composer does not render with each new message.
  const end = useCallback(() => {
    discard()
    setUnfinished(undefined)
    setEdited(undefined)
  }, [discard])

  const leave = useCallback(() => {
    save()
    setEdited(undefined)
  }, [save])

  const isGone = edited !== undefined && isMissing(edited, messages, isLive)
  const giveUp = useEffectEvent(() => {
    end()
    toasts.show({ kind: 'info', text: text('conversation.edit.gone') })
  })
  useEffect(() => {
    if (isGone) giveUp()
  }, [isGone])

  const start = useCallback((message: TimelineMessage) => {
    setUnfinished(undefined)
    setEdited(message)
  }, [])
  const editLast = useEffectEvent((): boolean => {
    // While the last own text is being sent, nothing is edited, rather than the one before it.
    const last = messages.findLast(isOwnText)
    if (!canEdit || !isLive || !last || !isEditable(last, account.serverNow())) return false
    start(last)
    return true
  })
  useEffect(() => composing.offerEditing(() => editLast()), [composing])
  return { edited, start, change, end, leave }
}

/** Saves the unfinished edit while it changes, and when the conversation is left or the page is hidden. */
function useEditDraft(
  conversationId: ConversationId,
  edited: TimelineMessage | undefined,
): { readonly change: Editing['change']; readonly save: () => void; readonly discard: () => void } {
  const { dispatch } = useAccount()
  const serverId = edited?.serverId
  const waiting = useRef<() => void>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    waiting.current?.()
    waiting.current = undefined
  }, [])
  useEffect(() => {
    document.addEventListener('visibilitychange', save)
    return () => {
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [save])

  const change = useCallback(
    (written: EditedText = { text: '', mentions: [] }) => {
      if (serverId === undefined) return
      waiting.current = () => void dispatch({ type: 'SaveEditDraft', conversationId, serverId, ...written })
      timer.current ??= setTimeout(save, longestDraftDelay)
    },
    [dispatch, conversationId, serverId, save],
  )
  const discard = useCallback(() => {
    change()
    save()
  }, [change, save])
  return { change, save, discard }
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
