import { lazy, Suspense } from 'react'

export interface DayChoiceProps {
  /** A time within the initial day of the calendar, ms; today when undefined. */
  readonly shown: number | undefined
  readonly onClose: () => void
  /** Receives the start of the chosen day in local time, ms. */
  readonly onChoose: (at: number) => void
}

const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }))

/** A calendar for jumping to a day; loaded on first use. */
export const DayChoice = (props: DayChoiceProps) => (
  <Suspense fallback={null}>
    <DayDialog {...props} />
  </Suspense>
)
