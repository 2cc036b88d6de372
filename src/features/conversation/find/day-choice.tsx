import { lazy, Suspense } from 'react'

export interface DayChoiceProps {
  /** A moment of the day that the calendar begins with, ms; today when undefined. */
  readonly shown: number | undefined
  readonly onClose: () => void
  /** Takes the beginning of the chosen day on this device, ms. */
  readonly onChoose: (at: number) => void
}

const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }))

/** A calendar to choose the day from at which to go on reading; loaded when it is first asked for. */
export const DayChoice = (props: DayChoiceProps) => (
  <Suspense fallback={null}>
    <DayDialog {...props} />
  </Suspense>
)
