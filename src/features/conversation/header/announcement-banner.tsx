import { ChevronDown, ChevronUp, Megaphone, X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { MessageText } from '../message/message-text.tsx'
import styles from './announcement-banner.module.css'

/** Whether the group has an announcement that was not dismissed [VIEW-07]. */
export const hasUndismissedAnnouncement = (details: ConversationDetails | undefined): boolean =>
  details?.group !== undefined && details.hasUnreadAnnouncement === true

/** The group announcement, until it is dismissed [VIEW-05 VIEW-06 VIEW-07]. */
export const AnnouncementBanner = ({ details }: { readonly details: ConversationDetails | undefined }) => {
  const text = useText()
  const account = useAccount()
  if (!details?.group || !hasUndismissedAnnouncement(details)) return null
  const { announcement } = details.group
  const dismiss = () => void account.dispatch({ type: 'ReadAnnouncement', conversationId: details.id })
  return (
    <section className={styles.banner} aria-label={text('conversation.announcement')}>
      <Megaphone aria-hidden="true" className={styles.icon} />
      {/* Another announcement starts folded. */}
      <Folded key={announcement} body={announcement} />
      <IconButton label={text('conversation.announcement.dismiss')} icon={<X />} onPress={dismiss} />
    </section>
  )
}

/** The announcement folded to two lines, with a button that shows the rest. */
const Folded = ({ body }: { readonly body: string }) => {
  const text = useText()
  const block = useRef<HTMLParagraphElement>(null)
  const [isLong, setIsLong] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  useLayoutEffect(() => {
    const element = block.current
    if (element === null || isOpen) return
    const measure = () => setIsLong(element.scrollHeight > element.clientHeight + 1)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <>
      <p ref={block} dir="auto" className={classNames(styles.text, !isOpen && styles.clamped)}>
        <MessageText body={body} isReachable />
      </p>
      {isLong && (
        <IconButton
          label={text(isOpen ? 'conversation.show-less' : 'conversation.show-more')}
          icon={isOpen ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        />
      )}
    </>
  )
}
