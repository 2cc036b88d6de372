import { useNavigate } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Button } from 'react-aria-components'
import type { MessageSearchView } from '#client/message-search.ts'
import type { SearchOperations } from '#client/search.ts'
import { findShortcut } from '#domain/keyboard/shortcuts.ts'
import { type HitPosition, hitPosition } from '#domain/message/find-messages.ts'
import { hitsOf } from '#domain/search/message-hits.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
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
  const navigation = useReadable(source)
  const { loadSearch } = useAccount()
  const { loaded: operations } = useLoaded(navigation === undefined ? notNeeded : loadSearch)
  if (navigation === undefined) return null
  const go = (at: ServerId) => {
    source.set({ ...navigation, at })
    onGo(at)
  }
  if (operations === undefined) return null
  const bar = { operations, id, navigation, onGo: go, onClose: () => source.set(undefined) }
  return <OpenBar key={navigation.keyword} {...bar} />
}

const loadMarking = async () => (await import('../../search/mark-words.ts')).markWords

const notNeeded = async () => undefined

interface OpenBarProps extends FindBarProps {
  readonly operations: SearchOperations
  readonly navigation: HitNavigation
  readonly onClose: () => void
}

const OpenBar = ({ operations, id, navigation, onGo, onClose }: OpenBarProps) => {
  const text = useText()
  const navigate = useNavigate()
  const { keyword, at } = navigation
  const search = useMemo(
    () => operations.messages({ keyword, filter: {}, conversation: id }),
    [operations, id, keyword],
  )
  const view = useReadable(search)
  const place = useMemo(() => hitPosition(idsOf(view), at), [view, at])
  const { loaded: mark } = useLoaded(loadMarking)
  useEffect(() => mark?.(at, keyword), [mark, at, keyword])
  const isAtOldest = place.number === place.count
  useEffect(() => {
    // The next older hit may be on the server only.
    if (isAtOldest && view.hasMore) search.loadMore()
  }, [isAtOldest, view.hasMore, search])
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
      {isAtOldest && isPartial(view) && <p className={styles.note}>{text('conversation.find.partial')}</p>}
    </section>
  )
}

const idsOf = (view: MessageSearchView): readonly ServerId[] => hitsOf(view).map(({ serverId }) => serverId)

/** Whether older messages were not searched; unknown while the search runs. */
const isPartial = (view: MessageSearchView): boolean =>
  view.device === 'done' && view.server !== 'searching' && view.isPartial

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

interface WalkKeys {
  readonly onOlder: () => void
  readonly onNewer: () => void
  readonly onClose: () => void
}

/** The shortcuts that go from hit to hit, and Escape, which closes the bar. */
const useWalkKeys = ({ onOlder, onNewer, onClose }: WalkKeys): void =>
  useConversationKeys((event) => {
    const shortcut = findShortcut(event, ['olderHit', 'newerHit', 'close'])
    return shortcut && { olderHit: onOlder, newerHit: onNewer, close: onClose }[shortcut]
  })
