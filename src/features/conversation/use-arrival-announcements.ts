import { useEffect, useRef } from 'react'
import { messagePreview } from '#domain/formats/preview.ts'
import type { TimelineMessage, TimelineView } from '#domain/message/timeline-message.ts'
import { announceArrivals } from '#domain/message-list/arrivals.ts'
import type { ServerId } from '#schemas/ids.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { useCovered } from './use-visible.ts'

const spoken = (message: TimelineMessage, text: Translate): string => {
  const preview = messagePreview(message)
  const words = preview.kind === 'text' ? preview.text : text(`messages.preview.${message.type}`)
  return text('conversation.announce', { sender: message.senderName, text: words })
}

/**
 * Announces new messages of others to assistive technology. The message list itself is silent, so scrolling in the history or
 * in a detached window announces nothing. Neither does a conversation that another page covers.
 */
export const useArrivalAnnouncements = ({ status, messages, hasNewer }: TimelineView): void => {
  const text = useText()
  const announce = useAnnouncer()
  const isCovered = useCovered()
  const heard = useRef<ServerId>(undefined)
  useEffect(() => {
    if (status !== 'ready' || hasNewer) return
    const { heard: next, announcement } = announceArrivals(heard.current, messages)
    heard.current = next
    if (announcement === undefined || isCovered) return
    if (announcement.kind === 'count') announce(text('conversation.new-count', { count: announcement.count }))
    else announce(announcement.messages.map((message) => spoken(message, text)).join('\n'))
  }, [status, messages, hasNewer, text, announce, isCovered])
}
