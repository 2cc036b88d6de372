import { ChevronLeft, ChevronRight } from 'lucide-react'
import { use, useEffect, useEffectEvent } from 'react'
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  Heading,
} from 'react-aria-components'
import { useAccount } from '#src/app/client-context.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './day-dialog.module.css'

export interface DayChoiceProps {
  /** Default: jump to date. */
  readonly title?: string
  /** A time within the initial day of the calendar, ms; today when undefined. */
  readonly shown: number | undefined
  readonly onClose: () => void
  /** Receives the start of the chosen day in local time, ms. */
  readonly onChoose: (at: number) => void
}

interface CalendarDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Returns the start of a day in local time, ms. */
const startOf = ({ year, month, day }: CalendarDay): number => new Date(year, month - 1, day).getTime()

/** The calendar dialog; future days are disabled. */
export const DayDialog = ({ title, shown, onClose, onChoose }: DayChoiceProps) => {
  const text = useText()
  const { serverNow } = useAccount()
  const name = title ?? text('conversation.jump-to-date')
  const choose = (day: CalendarDay) => {
    onChoose(startOf(day))
    onClose()
  }
  return (
    <Dialog hasClose title={name} isOpen onClose={onClose}>
      <Calendar
        autoFocus
        aria-label={name}
        className={classNames(styles.calendar)}
        isDateUnavailable={(day) => startOf(day) > serverNow()}
        onChange={choose}
      >
        <Beginning shown={shown} />
        <header className={styles.header}>
          <Button
            slot="previous"
            aria-label={text('conversation.jump-to-date.previous')}
            className={classNames(styles.turn)}
          >
            <ChevronLeft aria-hidden="true" />
          </Button>
          <Heading level={3} className={classNames(styles.month)} />
          <Button
            slot="next"
            aria-label={text('conversation.jump-to-date.next')}
            className={classNames(styles.turn)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
        </header>
        <CalendarGrid weekdayStyle="short" className={classNames(styles.grid)}>
          <CalendarGridHeader>
            {(day) => <CalendarHeaderCell className={classNames(styles.weekday)}>{day}</CalendarHeaderCell>}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => <CalendarCell date={date} className={classNames(styles.day)} />}
          </CalendarGridBody>
        </CalendarGrid>
      </Calendar>
    </Dialog>
  )
}

/** Shows the current reading day when the calendar opens. */
const Beginning = ({ shown }: Pick<DayChoiceProps, 'shown'>) => {
  const state = use(CalendarStateContext)
  const turn = useEffectEvent(() => {
    if (shown === undefined || !state) return
    const day = new Date(shown)
    const parts = { year: day.getFullYear(), month: day.getMonth() + 1, day: day.getDate() }
    state.setFocusedDate(state.focusedDate.set(parts))
  })
  useEffect(() => turn(), [])
  return null
}
