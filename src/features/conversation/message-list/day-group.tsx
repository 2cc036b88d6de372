import { memo } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { dayLabel, timeOfDay } from '#domain/formats/dates.ts'
import type { DayRows, Row } from '#domain/message-list/rows.ts'
import { useText } from '#src/ui/use-text.ts'
import { AlbumRow } from '../message/album-row.tsx'
import { MessageArticle } from '../message/message-article.tsx'
import styles from './day-group.module.css'

interface DayGroupProps {
  readonly group: DayRows
  readonly hasSenders: boolean
  readonly tabStop: string | undefined
  readonly viewpoint: Viewpoint
  readonly onDay: (at: number) => void
}

/** The messages of one day under a sticky date separator [VIEW-08]. */
export const DayGroup = ({ group, hasSenders, tabStop, viewpoint, onDay }: DayGroupProps) => (
  <div>
    <div className={styles.date} data-day-pill="true">
      <DayPill at={group.at} viewpoint={viewpoint} onDay={onDay} />
    </div>
    {group.rows.map((row) => {
      if (row.kind === 'album')
        return <AlbumRow key={row.key} {...{ album: row, hasSenders, tabStop, viewpoint }} />
      if (row.kind !== 'message') return <Separator key={row.key} row={row} viewpoint={viewpoint} />
      return (
        <MessageArticle
          key={row.key}
          message={row.message}
          position={row.position}
          hasSenders={hasSenders}
          isTabStop={row.key === tabStop}
          viewpoint={viewpoint}
        />
      )
    })}
  </div>
)

type DayPillProps = Pick<DayGroupProps, 'viewpoint' | 'onDay'> & { readonly at: number }

/** The date; a press opens a calendar. Keyboard users reach the calendar from the conversation search. */
const DayPill = ({ at, viewpoint, onDay }: DayPillProps) => {
  const text = useText()
  const date = dayLabel(at, viewpoint)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.pill}
      aria-label={text('conversation.jump-to-date.of', { date })}
      onClick={() => onDay(at)}
    >
      {date}
    </button>
  )
}

type SeparatorRow = Exclude<Row, { kind: 'message' | 'album' }>

/** A separator between messages: the time after a pause, or the unread divider [VIEW-08]. */
const Separator = memo(
  ({ row, viewpoint }: { readonly row: SeparatorRow; readonly viewpoint: Viewpoint }) => {
    const text = useText()
    if (row.kind === 'time') {
      return (
        <p className={styles.time}>
          <time dateTime={new Date(row.at).toISOString()}>{timeOfDay(row.at, viewpoint.zone)}</time>
        </p>
      )
    }
    return (
      <p className={styles.unread} data-unread-divider="true">
        <span>{text('conversation.unread-divider')}</span>
      </p>
    )
  },
)
