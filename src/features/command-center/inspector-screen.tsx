import type { Messages } from '@lingui/core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { InspectedActor, InspectedStep } from '#schemas/cross-tab/inspection.ts'
import { useApp } from '#src/app/app-context.ts'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import type { Inspector, InspectorView } from '#src/inspection/inspector.ts'
import { actorsAt, isFact, isSignal, stepsUpTo } from '#src/inspection/time-travel.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Tabs } from '#src/ui/tabs.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { ActingView } from './acting-view.tsx'
import { CoverageView } from './coverage-view.tsx'
import { DiagnosticsReport } from './diagnostics-screen.tsx'
import { FactList, SignalList, scrollableTabStop } from './event-lists.tsx'
import { Health } from './health.tsx'
import { InspectorHeader } from './inspector-header.tsx'
import styles from './inspector-screen.module.css'
import { accountsAmong, belongsTo, MachinesView } from './machines-view.tsx'
import { SequenceView } from './sequence-view.tsx'
import { StepDetails } from './step-details.tsx'
import { TimelineBar } from './timeline-bar.tsx'

/** The command center of a development build: live machines, log, ports and streams of a tab [ROUTE-11] (DEC-33). */
export const InspectorScreen = () => {
  const { inspection } = useApp()
  const isWorded = useAreaTexts(catalogs)
  if (!isWorded || !inspection) return <LoadingScreen />
  return <InspectorPage inspector={inspection.inspector} />
}

/** The inspector's texts. They are loaded with the inspector only, so that no production build contains them. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/inspection.po', { import: 'messages' })

/** What was known at a step: the machines and the steps before. */
interface Moment {
  readonly actors: readonly InspectedActor[]
  readonly steps: readonly InspectedStep[]
}

/** The moment after the step `at`, or now if it is undefined; only of one account if one is chosen. */
const useMoment = (view: InspectorView, at: number | undefined, account: number | undefined): Moment =>
  useMemo(() => {
    const moment = at === undefined ? view : { actors: actorsAt(view, at), steps: stepsUpTo(view.steps, at) }
    if (account === undefined) return moment
    const isOurs = belongsTo(account, view)
    return {
      actors: moment.actors.filter(({ session }) => isOurs(session)),
      steps: moment.steps.filter((step) => !isSignal(step) || isOurs(step.session)),
    }
  }, [view, at, account])

const InspectorPage = ({ inspector }: { readonly inspector: Inspector }) => {
  const text = useText()
  const isWide = useFrameMode() === 'full'
  const view = useReadable(inspector)
  const [filter, setFilter] = useState('')
  const [shown, show] = useState('machines')
  const shownTab = `${view.watched} ${view.recording?.title ?? ''}`
  const [mark, setMark] = useState<{ readonly tab: string; readonly at: number | undefined }>()
  // A step of one tab means nothing in another.
  const at = mark?.tab === shownTab ? mark.at : undefined
  const goTo = useCallback((next: number | undefined) => setMark({ tab: shownTab, at: next }), [shownTab])
  const [account, chooseAccount] = useState<number>()
  useEffect(() => inspector.start(), [inspector])
  const isPast = at !== undefined && view.steps.some(({ sequence }) => sequence === at)
  const moment = useMoment(view, isPast ? at : undefined, account)
  const signals = useMemo(() => moment.steps.filter(isSignal), [moment.steps])
  const facts = useMemo(() => moment.steps.filter(isFact), [moment.steps])
  const signalList = <SignalList signals={signals} filter={filter} onStep={goTo} />
  const factList = <FactList facts={facts} filter={filter} onStep={goTo} />
  const scrolled = (label: string, content: React.ReactNode) => (
    <section className={styles.scrolled} aria-label={label} {...scrollableTabStop}>
      {content}
    </section>
  )
  const items = [
    {
      id: 'machines',
      label: text('inspection.machines'),
      content: (
        <MachinesView
          actors={moment.actors}
          signals={signals}
          filter={filter}
          isWide={isWide}
          accounts={accountsAmong(view.actors)}
          account={account}
          onAccount={chooseAccount}
        >
          {isPast && <StepDetails steps={view.steps} at={at} />}
          {isWide && signalList}
          {isWide && factList}
        </MachinesView>
      ),
    },
    {
      id: 'sequence',
      label: text('inspection.sequence'),
      content: (
        <SequenceView actors={view.actors} steps={moment.steps} filter={filter} at={at} onStep={goTo} />
      ),
    },
    {
      id: 'signals',
      label: text('inspection.signals'),
      content: <div className={styles.list}>{signalList}</div>,
    },
    { id: 'log', label: text('inspection.log'), content: <div className={styles.list}>{factList}</div> },
    {
      id: 'health',
      label: text('inspection.health'),
      content: scrolled(text('inspection.health'), <Health view={view} steps={moment.steps} />),
    },
    {
      id: 'acting',
      label: text('inspection.acting'),
      content: scrolled(text('inspection.acting'), <ActingView inspector={inspector} view={view} />),
    },
    {
      id: 'coverage',
      label: text('inspection.coverage'),
      content: <CoverageView counts={view.counts} filter={filter} />,
    },
    {
      id: 'diagnostics',
      label: text('common.diagnostics.title'),
      content: scrolled(
        text('common.diagnostics.title'),
        <div className={styles.narrow}>
          <DiagnosticsReport />
        </div>,
      ),
    },
  ]
  const offered = isWide ? items.filter(({ id }) => id !== 'signals' && id !== 'log') : items
  const selected = offered.some(({ id }) => id === shown) ? shown : 'machines'
  return (
    <main className={styles.page}>
      <InspectorHeader inspector={inspector} view={view} filter={filter} onFilter={setFilter} />
      {view.recording && <RecordingStrip {...view.recording} />}
      <div className={styles.views}>
        <Tabs label={text('inspection.views')} items={offered} selected={selected} onSelect={show} />
      </div>
      <TimelineBar steps={view.steps} at={isPast ? at : undefined} onStep={goTo} />
    </main>
  )
}

/** Names the opened recording and what its simulation found broken. */
const RecordingStrip = ({ title, findings }: NonNullable<InspectorView['recording']>) => {
  const text = useText()
  return (
    <section className={styles.recording} aria-label={text('inspection.recording')}>
      <h2>{text('inspection.recording-of', { title })}</h2>
      <ul>
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </section>
  )
}
