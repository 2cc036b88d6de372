import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from 'react-aria-components'
import type { MessageSearchView } from '#client/message-search.ts'
import { type HitPosition, hitPosition, maxHits } from '#domain/message/find-messages.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useConversationKeys } from '../use-conversation-keys.ts'
import { findHref, type HitNavigation, useHitNavigation } from './find-address.ts'
import styles from './find-bar.module.css'

interface FindBarProps {
  readonly id: ConversationId
  readonly onGo: (message: ServerId) => void
}

/** The bar that goes from hit to hit above the messages, after one was opened [VIEW-45]. */
export const FindBar = ({ id, onGo }: FindBarProps) => {
  const source = useHitNavigation()
  const walk = useReadable(source)
  if (walk === undefined) return null
  const go = (at: ServerId) => {
    source.set({ ...walk, at })
    onGo(at)
  }
  return <OpenBar key={walk.keyword} id={id} walk={walk} onGo={go} onClose={() => source.set(undefined)} />
}

interface OpenBarProps extends FindBarProps {
  readonly walk: HitNavigation
  readonly onClose: () => void
}

const OpenBar = ({ id, walk, onGo, onClose }: OpenBarProps) => {
  const text = useText()
  const navigate = useNavigate()
  const account = useAccount()
  const { keyword, at } = walk
  const view = useReadable(useMemo(() => account.searchMessages(id, keyword), [account, id, keyword]))
  const place = useMemo(() => hitPosition(idsOf(view), at), [view, at])
  const goTo = (message: ServerId | undefined) => message !== undefined && onGo(message)
  useWalkKeys({ onOlder: () => goTo(place.older), onNewer: () => goTo(place.newer), onClose })
  const all = text('conversation.find.all', { keyword })
  return (
    <section className={styles.bar} aria-label={text('conversation.find.results')}>
      <div className={styles.line}>
        <Button
          className={classNames(styles.keyword)}
          aria-label={all}
          onPress={() => void navigate({ href: findHref(id, keyword) })}
        >
          <Search aria-hidden="true" />
          <bdi>{keyword}</bdi>
        </Button>
        <Place place={place} />
        <IconButton
          label={text('conversation.find.older')}
          icon={<ChevronUp />}
          onPress={() => goTo(place.older)}
        />
        <IconButton
          label={text('conversation.find.newer')}
          icon={<ChevronDown />}
          onPress={() => goTo(place.newer)}
        />
        <IconButton label={text('conversation.find.close')} icon={<X />} onPress={onClose} />
      </div>
      {place.number === place.count && view.status === 'done' && <Limits view={view} />}
    </section>
  )
}

const idsOf = ({ hits }: MessageSearchView): readonly ServerId[] =>
  hits.flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]))

/** The number of the current hit and the total. */
const Place = ({ place: { number, count } }: { readonly place: HitPosition }) => {
  const text = useText()
  return (
    <span role="status" className={styles.place}>
      {number === undefined
        ? text('conversation.find.count', { count })
        : text('conversation.find.at', { number, count })}
    </span>
  )
}

/** At the oldest hit: explains why there may be more. */
const Limits = ({ view }: { readonly view: MessageSearchView }) => {
  const text = useText()
  if (view.isCut) return <p className={styles.note}>{text('conversation.find.many', { count: maxHits })}</p>
  return view.isPartial ? <p className={styles.note}>{text('conversation.find.partial')}</p> : null
}

interface WalkKeys {
  readonly onOlder: () => void
  readonly onNewer: () => void
  readonly onClose: () => void
}

/** Ctrl+G, Command+G and F3 go to the next (older) hit, with Shift to the newer one. Escape closes the bar. */
const useWalkKeys = (keys: WalkKeys): void => useConversationKeys((event) => taskOf(event, keys))

function taskOf(event: KeyboardEvent, { onOlder, onNewer, onClose }: WalkKeys): (() => void) | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return undefined
  const isPlain = !ctrlKey && !metaKey
  if (key === 'Escape' && isPlain && !shiftKey) return onClose
  const isNext = key === 'F3' ? isPlain : key.toLowerCase() === 'g' && ctrlKey !== metaKey
  if (!isNext) return undefined
  return shiftKey ? onNewer : onOlder
}
