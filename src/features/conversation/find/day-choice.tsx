import { lazy, Suspense } from 'react'
import type { DayChoiceProps } from './day-dialog.tsx'

const DayDialog = lazy(async () => ({ default: (await import('./day-dialog.tsx')).DayDialog }))

/** A calendar for jumping to a day; loaded on first use. */
export const DayChoice = (props: DayChoiceProps) => (
  <Suspense fallback={null}>
    <DayDialog {...props} />
  </Suspense>
)
