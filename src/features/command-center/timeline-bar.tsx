import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react'
import type { InspectedStep } from '#schemas/cross-tab/inspection.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { clockText } from './health.tsx'
import styles from './timeline-bar.module.css'

/** Says in a line what happened: the machine and its signal, the event with its position, or the use of a port. */
export function stepWords(step: InspectedStep): string {
  if (step.kind === 'signal') return `${step.actor} ← ${step.type}`
  if (step.kind === 'use') return `${step.port} ${step.type}`
  return `${step.segment ?? '–'}:${step.index} ${step.type}`
}

/** Goes back and forth between recorded steps. `at` is the shown step; undefined follows the newest one. */
export const TimelineBar = ({ steps, at, onStep }: TimelineBarProps) => {
  const text = useText()
  const last = steps.length - 1
  const place = at === undefined ? last : steps.findIndex(({ sequence }) => sequence === at)
  const step = steps[place]
  const goTo = (next: number) => onStep(steps[Math.max(0, Math.min(next, last))]?.sequence)
  return (
    <section className={styles.bar} aria-label={text('inspection.timeline')} data-past={at !== undefined}>
      <IconButton label={text('inspection.first-step')} icon={<ChevronsLeft />} onPress={() => goTo(0)} />
      <IconButton
        label={text('inspection.step-back')}
        icon={<ChevronLeft />}
        onPress={() => goTo(place - 1)}
      />
      <IconButton
        label={text('inspection.step-forward')}
        icon={<ChevronRight />}
        onPress={() => goTo(place + 1)}
      />
      <IconButton
        label={text('inspection.newest-step')}
        icon={<ChevronsRight />}
        onPress={() => onStep(undefined)}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label={text('inspection.step')}
        aria-valuetext={step && stepWords(step)}
        min={0}
        max={Math.max(last, 0)}
        value={Math.max(place, 0)}
        onChange={(event) => goTo(Number(event.currentTarget.value))}
      />
      <p className={styles.step}>
        <span className={styles.place} data-live={at === undefined}>
          {at === undefined ? text('inspection.live') : `${place + 1} / ${steps.length}`}
        </span>
        {step && (
          <>
            <time className={styles.time}>{clockText(step.at)}</time>
            <span className={styles.words}>{stepWords(step)}</span>
          </>
        )}
      </p>
    </section>
  )
}

interface TimelineBarProps {
  readonly steps: readonly InspectedStep[]
  readonly at: number | undefined
  readonly onStep: (at: number | undefined) => void
}
