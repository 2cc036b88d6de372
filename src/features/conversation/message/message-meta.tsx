import { Pin, Timer } from 'lucide-react'
import { useMemo } from 'react'
import { timeOfDay } from '#domain/formats/dates.ts'
import { remainingDuration } from '#domain/formats/duration.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useDuration } from '../use-viewpoint.ts'
import styles from './message-meta.module.css'
import { StateMark } from './state-mark.tsx'

/** Time of day and state at the end of a message's last line (DEC-190) [MSG-17 MSG-18]. */
export const MessageMeta = ({ message }: { readonly message: TimelineMessage }) => (
  <span className={styles.meta}>
    <ExpiryCountdown message={message} />
    {message.isPinned && <PinMark />}
    {message.editedAt !== undefined && <EditedMark />}
    <time dateTime={new Date(message.sentAt).toISOString()}>{timeOfDay(message.sentAt)}</time>
    {message.isOwn && <StateMark state={message.state} />}
  </span>
)

const PinMark = () => {
  const text = useText()
  return (
    <span className={styles.countdown}>
      <Pin aria-hidden="true" />
      <VisuallyHidden>{text('conversation.pinned')}</VisuallyHidden>
    </span>
  )
}

/** Says that the sender has edited the text. Its time is among the details. */
const EditedMark = () => {
  const text = useText()
  return <span>{text('conversation.edited')}</span>
}

/** The timer of a disappearing message: short text on the screen, words for assistive technology. */
const ExpiryCountdown = ({ message }: { readonly message: TimelineMessage }) => {
  const { timerSeconds, expiresAt } = message
  if (timerSeconds === undefined) return null
  return expiresAt === undefined ? <Unread seconds={timerSeconds} /> : <Remaining until={expiresAt} />
}

const Unread = ({ seconds }: { readonly seconds: number }) => {
  const text = useText()
  const duration = useDuration()
  return (
    <span className={styles.countdown}>
      <Timer aria-hidden="true" />
      <VisuallyHidden>{text('conversation.burns-after', { duration: duration(seconds) })}</VisuallyHidden>
    </span>
  )
}

const Remaining = ({ until }: { readonly until: number }) => {
  const text = useText()
  const account = useAccount()
  const remainingSeconds = useMemo(
    () => ({ get: () => Math.ceil((until - account.serverNow()) / 1000), subscribe: everySecond }),
    [account, until],
  )
  const { unit, count } = remainingDuration(useReadable(remainingSeconds) * 1000)
  const words = text(`conversation.duration.${unit}`, { count })
  return (
    <span className={styles.countdown} role="timer" aria-live="off">
      <Timer aria-hidden="true" />
      <span aria-hidden="true">{text(`conversation.countdown.${unit}`, { count })}</span>
      <VisuallyHidden>{text('conversation.burns-in', { duration: words })}</VisuallyHidden>
    </span>
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls the listener every second with one shared timer. Returns the function that unsubscribes. */
function everySecond(listener: () => void): () => void {
  const entry = () => listener()
  listeners.add(entry)
  timer ??= setInterval(() => {
    for (const one of [...listeners]) one()
  }, 1000)
  return () => {
    listeners.delete(entry)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
