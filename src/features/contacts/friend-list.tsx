import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { type Components, Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Friend } from '#domain/contacts/contacts.ts'
import type { LetterStart } from '#domain/contacts/friend-order.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './friend-list.module.css'
import type { Refresh } from './use-refresh.ts'

/** Height of a row, CSS px [FRIEND-65]. */
const rowHeight = 64

interface FriendListProps {
  readonly friends: readonly Friend[]
  readonly refresh: Refresh
  /** Scrolls with the list, above the friends. */
  readonly head: ReactNode
  /** The letters of the rail at the edge of the list; empty for none. */
  readonly letters: readonly LetterStart[]
  /** The search or filter that the friends match; undefined if these are all. */
  readonly keyword: string | undefined
}

/** The list of friends, or its loading, error or empty state. */
export const FriendList = ({ friends, refresh, head, letters, keyword }: FriendListProps) => {
  if (friends.length > 0) return <Rows friends={friends} head={head} letters={letters} />
  return (
    <div className={styles.scroller}>
      {head}
      {keyword === undefined ? <NoFriends refresh={refresh} /> : <NoResult keyword={keyword} />}
    </div>
  )
}

const NoResult = ({ keyword }: { readonly keyword: string }) => {
  const text = useText()
  return (
    <div role="status">
      <EmptyState drawing="no-result" title={text('search.no-result', { keyword })} />
    </div>
  )
}

const NoFriends = ({ refresh }: Pick<FriendListProps, 'refresh'>) => {
  const text = useText()
  const navigate = useNavigate()
  if (refresh.status === 'refreshing') return <SkeletonList />
  if (refresh.status === 'failed')
    return <ErrorState title={text('contact.friends.failed')} onRetry={refresh.retry} />
  return (
    <EmptyState
      drawing="people"
      title={text('contact.friends.empty.title')}
      description={text('contact.friends.empty.text')}
      action={
        <Button
          variant="primary"
          icon={<UserPlus aria-hidden="true" />}
          onPress={() => void navigate({ to: paths.addFriend })}
        >
          {text('contact.find-friends')}
        </Button>
      }
    />
  )
}

interface RowsContext {
  readonly head: ReactNode
  readonly hasRail: boolean
  readonly label: string
}

// Virtuoso renders only the visible rows. These components make it a list with its full length for screen readers.
const parts: Components<Friend, RowsContext> = {
  Header: ({ context }) => (
    <div className={classNames(context?.hasRail && styles.besideRail)}>{context?.head}</div>
  ),
  List: ({ context, ref, ...props }) => (
    // Virtuoso only measures the element, so any HTML element serves for its div.
    <ul
      {...props}
      ref={ref as Ref<HTMLUListElement>}
      aria-label={context?.label}
      className={classNames(styles.list, context?.hasRail && styles.besideRail)}
    />
  ),
  Item: ({ item: _item, context: _context, ...props }: ItemProps) => <li {...props} />,
}
type ItemProps = ComponentProps<NonNullable<Components<Friend, RowsContext>['Item']>>

const Rows = ({ friends, head, letters }: Pick<FriendListProps, 'friends' | 'head' | 'letters'>) => {
  const text = useText()
  const list = useRef<VirtuosoHandle>(null)
  const hasRail = letters.length > 0
  return (
    <div className={styles.area}>
      <Virtuoso
        ref={list}
        className={styles.scroller ?? ''}
        data={friends}
        context={{ head, hasRail, label: text('contact.friends') }}
        components={parts}
        fixedItemHeight={rowHeight}
        // The rows are in the first frame.
        skipAnimationFrameInResizeObserver
        computeItemKey={(_, friend) => friend.userId}
        itemContent={(_, friend) => <FriendRow friend={friend} />}
      />
      {hasRail && <LetterRail starts={letters} onJump={(index) => list.current?.scrollToIndex(index)} />}
    </div>
  )
}

const FriendRow = ({ friend }: { readonly friend: Friend }) => {
  const text = useText()
  const isOnline = useReadable(useAccount().online).has(friend.userId)
  const { userId: opened } = useParams({ strict: false })
  const userId = String(friend.userId)
  return (
    <Link
      to={paths.user}
      params={{ userId }}
      search={{ source: 'contact' }}
      className={listRowTarget}
      aria-current={opened === userId ? 'page' : undefined}
    >
      <span className={styles.row}>
        <ListRow
          leading={
            <Avatar id={friend.userId} name={friend.displayName} url={friend.avatarUrl} isOnline={isOnline} />
          }
          title={<bdi>{friend.displayName}</bdi>}
          detail={
            isOnline ? <span className={styles.online}>{text('contact.online')}</span> : friend.signature
          }
        />
      </span>
    </Link>
  )
}

interface LetterRailProps {
  /** At least one. */
  readonly starts: readonly LetterStart[]
  /** Receives the position of the selected letter's first row. */
  readonly onJump: (index: number) => void
}

/** More letters than this are shown as dots in turn, because a phone has no room for all. */
const fullLength = 28

/**
 * The letters of a sorted list at its edge: a tap or a drag along them jumps to the rows of a letter. For keyboards and
 * screen readers it is a slider.
 */
const LetterRail = ({ starts, onJump }: LetterRailProps) => {
  const text = useText()
  const [selected, setSelected] = useState(0)
  const [isDragged, setIsDragged] = useState(false)
  const last = starts.length - 1
  const place = Math.min(selected, last)
  const letter = starts[place]?.letter ?? ''

  const select = (wanted: number) => {
    const next = Math.min(last, Math.max(0, wanted))
    const start = starts[next]
    if (start === undefined) return
    setSelected(next)
    onJump(start.index)
  }
  const selectAt = ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect()
    select(Math.floor(((clientY - top) / height) * starts.length))
  }
  const end = () => setIsDragged(false)

  return (
    <div
      className={styles.rail}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragged(true)
        selectAt(event)
      }}
      onPointerMove={(event) => {
        if (isDragged) selectAt(event)
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onLostPointerCapture={end}
    >
      <input
        type="range"
        className={styles.slider}
        aria-label={text('contact.letters')}
        aria-orientation="vertical"
        aria-valuetext={letter}
        min={0}
        max={last}
        value={place}
        onChange={(event) => select(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const step = verticalStep(event)
          if (step === 0) return
          event.preventDefault()
          select(place + step)
        }}
      />
      {starts.map(({ letter: shown }, at) => (
        <span key={shown} aria-hidden="true" className={styles.letter}>
          {starts.length > fullLength && at % 2 === 1 ? '·' : withoutUnit(shown)}
        </span>
      ))}
      {isDragged && (
        <span
          aria-hidden="true"
          className={classNames(styles.bubble)}
          style={{ insetBlockStart: `${((place + 0.5) / starts.length) * 100}%` }}
        >
          {letter}
        </span>
      )}
    </div>
  )
}

/** Numbers of strokes are shown without their unit, because the rail is narrow. */
const withoutUnit = (letter: string) => letter.replace(/畫$/u, '')

/** A range is horizontal to browsers: its upward arrow raises the value, but the letters run downwards. */
const verticalStep = ({ key }: KeyboardEvent): number =>
  key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
