import type { Messages } from '@lingui/core'
import { ArrowLeft, Copy, Eraser, ExternalLink, Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApp } from '#src/app/app-context.ts'
import { useAreaTexts } from '#src/app/use-area-texts.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import type { Inspector, InspectorView } from '#src/inspection/inspector.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { Select, type SelectOption } from '#src/ui/select.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { DiagnosticsReport } from './diagnostics-screen.tsx'
import { FactList, matchesFact, matchesSignal, SignalList, scrollableTabStop } from './event-lists.tsx'
import { clockText, factText, Health, ratePerSecond } from './health.tsx'
import headerStyles from './inspector-header.module.css'
import styles from './inspector-screen.module.css'
import { innermostStates, MachinesView } from './machines-view.tsx'

/** The command center of a development build: live machines, log, ports and streams of a tab [ROUTE-11] (DEC-33). */
export const InspectorScreen = () => {
  const { inspection } = useApp()
  const isWorded = useInspectionTexts()
  if (!isWorded || !inspection) return <LoadingScreen />
  return <InspectorPage inspector={inspection.inspector} />
}

const InspectorPage = ({ inspector }: { readonly inspector: Inspector }) => {
  const text = useText()
  const frame = useFrameMode()
  const view = useReadable(inspector)
  const [filter, setFilter] = useState('')
  const [shown, show] = useState('machines')
  useEffect(() => inspector.start(), [inspector])
  const isWide = frame === 'full'
  const signals = <SignalList signals={view.signals} filter={filter} />
  const facts = <FactList facts={view.facts} filter={filter} />
  const items = [
    {
      id: 'machines',
      label: text('inspection.machines'),
      content: (
        <MachinesView actors={view.actors} signals={view.signals} filter={filter} isWide={isWide}>
          {isWide && signals}
          {isWide && facts}
        </MachinesView>
      ),
    },
    {
      id: 'signals',
      label: text('inspection.signals'),
      content: <div className={styles.list}>{signals}</div>,
    },
    { id: 'log', label: text('inspection.log'), content: <div className={styles.list}>{facts}</div> },
    {
      id: 'health',
      label: text('inspection.health'),
      content: (
        <section className={styles.scrolled} aria-label={text('inspection.health')} {...scrollableTabStop}>
          <Health rates={view.rates} ports={view.ports} models={view.models} head={view.head} />
        </section>
      ),
    },
    {
      id: 'diagnostics',
      label: text('common.diagnostics.title'),
      content: (
        <div className={styles.scrolled}>
          <div className={styles.narrow}>
            <DiagnosticsReport />
          </div>
        </div>
      ),
    },
  ]
  const offered = isWide ? items.filter(({ id }) => id !== 'signals' && id !== 'log') : items
  const selected = offered.some(({ id }) => id === shown) ? shown : 'machines'
  return (
    <main className={styles.page}>
      <InspectorHeader inspector={inspector} view={view} filter={filter} onFilter={setFilter} />
      <div className={styles.views}>
        <Tabs label={text('inspection.views')} items={offered} selected={selected} onSelect={show} />
      </div>
    </main>
  )
}

/** The inspector's texts. They are loaded with the inspector only, so that no production build contains them. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/inspection.po', { import: 'messages' })

/** Adds the inspector's texts to the current language. Returns false until they are loaded. */
const useInspectionTexts = (): boolean => useAreaTexts(catalogs)

const tabOptions = ({ own, tabs }: InspectorView, text: Translate): readonly SelectOption[] =>
  tabs.map(({ path, role, tab }) => {
    const words = { tab, path, role: text(`inspection.role.${role}`) }
    return { id: tab, name: text(tab === own ? 'inspection.this-tab' : 'inspection.other-tab', words) }
  })

/** Selects the watched tab, filters the view, and has the actions of the inspector. */
const InspectorHeader = ({ inspector, view, filter, onFilter }: InspectorHeaderProps) => {
  const text = useText()
  const copy = useCopy()
  const frame = useFrameMode()
  const goBack = useGoBack(paths.messages)
  const pausing = view.isPaused
    ? { label: text('inspection.resume'), icon: <Play /> }
    : { label: text('inspection.pause'), icon: <Pause /> }
  return (
    <header className={headerStyles.header}>
      <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={goBack} />
      <h1 className={headerStyles.title}>{text('inspection.title')}</h1>
      <div className={headerStyles.watching}>
        <Select
          label={text('inspection.watching')}
          options={tabOptions(view, text)}
          selected={view.watched}
          onSelect={inspector.watch}
        />
      </div>
      <div className={headerStyles.filter}>
        <SearchField label={text('inspection.filter')} value={filter} onChange={onFilter} />
      </div>
      <div className={headerStyles.actions}>
        <IconButton
          {...pausing}
          tone={view.isPaused ? 'brand' : 'neutral'}
          onPress={() => inspector.setPaused(!view.isPaused)}
        />
        <IconButton label={text('inspection.clear')} icon={<Eraser />} onPress={inspector.clear} />
        <IconButton
          label={text('inspection.copy')}
          icon={<Copy />}
          onPress={() => void copy(inspectorText(view, filter, text))}
        />
        {frame === 'full' && (
          <IconButton
            label={text('inspection.open-window')}
            icon={<ExternalLink />}
            onPress={() => window.open(paths.messages, '_blank', 'popup,noopener,width=1100,height=800')}
          />
        )}
      </div>
    </header>
  )
}

interface InspectorHeaderProps {
  readonly inspector: Inspector
  readonly view: InspectorView
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

const section = (title: string, lines: readonly string[]): string => [title, ...lines].join('\n')

/** Formats the whole view as plain text; lists are filtered, oldest first. */
export function inspectorText(view: InspectorView, filter: string, text: Translate): string {
  return [
    section(
      text('inspection.machines'),
      view.actors.map(
        (actor) => `${actor.name}  ${actor.status}  ${innermostStates(actor).join(' · ')}  ${actor.taken}`,
      ),
    ),
    section(
      text('inspection.signals'),
      view.signals
        .filter((signal) => matchesSignal(filter, signal))
        .map(({ at, actor, payload, state, type }) =>
          [clockText(at), actor, type, `→ ${state}`, payload.join(', ')].join('  ').trimEnd(),
        ),
    ),
    section(
      text('inspection.log'),
      view.facts
        .filter((fact) => matchesFact(filter, fact))
        .map(({ at, index, origin, payload, segment, stream, type }) =>
          [`${segment}:${index}`, clockText(at), type, stream, origin, payload.join(', ')]
            .join('  ')
            .trimEnd(),
        ),
    ),
    section(
      text('inspection.rates'),
      view.rates.map(
        (rate) => `${text(`inspection.rate.${rate.name}`)}  ${ratePerSecond(rate)}/s  ${rate.total}`,
      ),
    ),
    section(
      text('inspection.ports'),
      view.ports.map(({ facts, port }) => {
        const counts = facts.map((fact) => `${text(`inspection.fact.${fact.name}`)}: ${factText(fact, text)}`)
        return `${text(`inspection.port.${port}`)}  ${counts.join(', ')}`
      }),
    ),
    section(
      text('inspection.models'),
      view.models.map(({ model, segment, version }) => `${model}  ${segment}/${view.head}  v${version}`),
    ),
  ].join('\n\n')
}
