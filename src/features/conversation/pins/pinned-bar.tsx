import { List, Pin as PinIcon, PinOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { textLine } from '#domain/formats/preview.ts'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import type { ServerId } from '#schemas/ids.ts'
import type { PinnedMessage } from '#schemas/translate/message-lists.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { notRequested, useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { MessageLabel } from '../message/message-text.tsx'
import styles from './pinned-bar.module.css'

export interface PinnedBarProps {
  /** Undefined while loading. */
  readonly details: ConversationDetails | undefined
  readonly view: TimelineView
  /** Unpins a message; undefined if this user may not. */
  readonly onUnpin: ((message: ServerId) => void) | undefined
  readonly onGo: (message: ServerId) => void
}

/** Whether the conversation has pinned messages. */
export const hasPins = (details: ConversationDetails | undefined): boolean =>
  details?.pinnedMessages !== undefined && details.pinnedMessages.length > 0

/** The bar with the pinned messages of a conversation. Each press goes to one of them, the last pinned one first. */
export const PinnedBar = ({ details, ...props }: PinnedBarProps) =>
  details && hasPins(details) ? <FilledBar key={details.id} details={details} {...props} /> : null

const FilledBar = ({
  details,
  view,
  onUnpin,
  onGo,
}: PinnedBarProps & { readonly details: ConversationDetails }) => {
  const text = useText()
  const pins = usePins(details, view)
  const { at, showNext } = usePinNavigation(pins)
  const [isListed, setIsListed] = useState(false)
  const shown = pins[at]
  if (shown === undefined) return null
  const count = pins.length
  const go = () => {
    onGo(shown.serverId)
    showNext()
  }
  return (
    <section className={styles.bar} aria-label={text('conversation.pins')}>
      <Button className={styles.pin ?? ''} onPress={go}>
        <PinIcon aria-hidden="true" />
        <span className={styles.words}>
          <span className={styles.title}>
            {text('conversation.pins.one')}{' '}
            {count > 1 && (
              <span className={styles.place}>{text('conversation.pins.at', { number: at + 1, count })}</span>
            )}
          </span>{' '}
          <PinText pin={shown} />
        </span>
      </Button>
      {count > 1 ? (
        <IconButton label={text('conversation.pins.all')} icon={<List />} onPress={() => setIsListed(true)} />
      ) : (
        onUnpin && <UnpinButton onPress={() => onUnpin(shown.serverId)} />
      )}
      <Dialog hasClose title={text('conversation.pins')} isOpen={isListed} onClose={() => setIsListed(false)}>
        <ul className={styles.list}>
          {pins.map((pin) => (
            <li key={pin.serverId} className={styles.row}>
              <Button
                className={styles.pin ?? ''}
                onPress={() => {
                  setIsListed(false)
                  onGo(pin.serverId)
                }}
              >
                <PinText pin={pin} />
              </Button>
              {onUnpin && <UnpinButton onPress={() => onUnpin(pin.serverId)} />}
            </li>
          ))}
        </ul>
      </Dialog>
    </section>
  )
}

const UnpinButton = ({ onPress }: { readonly onPress: () => void }) => (
  <IconButton label={useText()('conversation.action.unpin')} icon={<PinOff />} onPress={onPress} />
)

/** The sender and one line of a pinned message, or the kind of one without text. */
const PinText = ({ pin: { content, isLoading } }: { readonly pin: Pin }) => {
  const text = useText()
  const isOffline = useSelected(useAccount().connection, ({ status }) => status === 'offline')
  if (content === undefined) {
    const reason = text(isOffline ? 'conversation.pins.offline' : 'conversation.pins.elsewhere')
    return <span className={styles.text}>{isLoading ? '\u00A0' : reason}</span>
  }
  const { senderName, type, body } = content
  return (
    <span className={styles.text}>
      <bdi className={styles.sender}>{senderName}</bdi>{' '}
      {type === 'txt' ? <bdi>{textLine(body)}</bdi> : <MessageLabel type={type} body={body} />}
    </span>
  )
}

/** A pinned message; without its content while that is not known. */
interface Pin {
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
function usePins(details: ConversationDetails, view: TimelineView): readonly Pin[] {
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

/** Returns the index of the pin that the bar shows: the newest at first and when one is added, an older one after each jump. */
function usePinNavigation(pins: readonly Pin[]) {
  const newest = pins[0]?.serverId
  const [position, setPosition] = useState({ newest, at: 0 })
  if (position.newest !== newest) setPosition({ newest, at: 0 })
  const at = position.newest === newest && position.at < pins.length ? position.at : 0
  return { at, showNext: () => setPosition({ newest, at: (at + 1) % pins.length }) }
}
