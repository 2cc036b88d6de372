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
  /** Content above the friends that scrolls with them. */
  readonly head: ReactNode
  /** The letters of the rail at the edge of the list; empty for no rail. */
  readonly letters: readonly LetterStart[]
  /** The search or filter that the friends match; undefined if all friends are listed. */
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
      <EmptyState illustration="no-result" title={text('search.no-result', { keyword })} />
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
      illustration="people"
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

/** Replaces Virtuoso's `div`s, so that assistive technology finds a list. */
const listComponents: Components<Friend, RowsContext> = {
  Header: ({ context }) => (
    <div className={classNames(context?.hasRail && styles.besideRail)}>{context?.head}</div>
  ),
  List: ({ context, ref, ...props }) => (
    // Virtuoso's type names a div, but Virtuoso only measures the element.
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
        components={listComponents}
        fixedItemHeight={rowHeight}
        // Otherwise the rows appear one frame late.
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

/** A longer rail shows every second letter as a dot, because a phone has no room for all letters. */
const maxShownLetters = 28

/**
 * The letters at the edge of a sorted list. A tap or a drag on them scrolls to the rows of a letter. For keyboards and
 * screen readers the rail is a slider.
 */
const LetterRail = ({ starts, onJump }: LetterRailProps) => {
  const text = useText()
  const [selected, setSelected] = useState(0)
  const [isDragged, setIsDragged] = useState(false)
  const last = starts.length - 1
  const index = Math.min(selected, last)
  const letter = starts[index]?.letter ?? ''

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
  const endDrag = () => setIsDragged(false)

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
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onLostPointerCapture={endDrag}
    >
      <input
        type="range"
        className={styles.slider}
        aria-label={text('contact.letters')}
        aria-orientation="vertical"
        aria-valuetext={letter}
        min={0}
        max={last}
        value={index}
        onChange={(event) => select(event.currentTarget.valueAsNumber)}
        onKeyDown={(event) => {
          const step = verticalStep(event)
          if (step === 0) return
          event.preventDefault()
          select(index + step)
        }}
      />
      {starts.map(({ letter: shown }, at) => (
        <span key={shown} aria-hidden="true" className={styles.letter}>
          {starts.length > maxShownLetters && at % 2 === 1 ? '·' : withoutUnit(shown)}
        </span>
      ))}
      {isDragged && (
        <span
          aria-hidden="true"
          className={classNames(styles.bubble)}
          style={{ insetBlockStart: `${((index + 0.5) / starts.length) * 100}%` }}
        >
          {letter}
        </span>
      )}
    </div>
  )
}

/** Removes the unit of a stroke count (`7畫`), by which traditional Chinese names are sorted. The rail is narrow. */
const withoutUnit = (letter: string) => letter.replace(/畫$/u, '')

/** Returns 1 for Down and -1 for Up. Browsers do the opposite: in a range input, Up raises the value. */
const verticalStep = ({ key }: KeyboardEvent): number =>
  key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
