import { ArrowLeft, Copy, Eraser, ExternalLink, FolderOpen, Pause, Play, Save, X } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { readInspectionRecording } from '#schemas/cross-tab/inspection.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import type { Inspector, InspectorView } from '#src/inspection/inspector.ts'
import { isFact, isSignal } from '#src/inspection/time-travel.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { Select, type SelectOption } from '#src/ui/select.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { matchesFact, matchesSignal } from './event-lists.tsx'
import { clockText, factText, rateName, ratePerSecond } from './health.tsx'
import styles from './inspector-header.module.css'
import { innermostStates } from './machines-view.tsx'

/** Selects the watched tab, filters the view, and has the actions of the inspector. */
export const InspectorHeader = ({ inspector, view, filter, onFilter }: InspectorHeaderProps) => {
  const text = useText()
  const copy = useCopy()
  const frame = useFrameMode()
  const goBack = useGoBack(paths.messages)
  const pausing = view.isPaused
    ? { label: text('inspection.resume'), icon: <Play /> }
    : { label: text('inspection.pause'), icon: <Pause /> }
  return (
    <header className={styles.header}>
      <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={goBack} />
      <h1 className={styles.title}>{text('inspection.title')}</h1>
      <div className={styles.watching}>
        <Select
          label={text(view.recording ? 'inspection.recorded-tab' : 'inspection.watching')}
          options={tabOptions(view, text)}
          selected={view.watched}
          onSelect={inspector.watch}
        />
      </div>
      <div className={styles.filter}>
        <SearchField label={text('inspection.filter')} value={filter} onChange={onFilter} />
      </div>
      <div className={styles.actions}>
        {!view.recording && (
          <IconButton
            {...pausing}
            tone={view.isPaused ? 'brand' : 'neutral'}
            onPress={() => inspector.setPaused(!view.isPaused)}
          />
        )}
        {!view.recording && (
          <IconButton label={text('inspection.clear')} icon={<Eraser />} onPress={inspector.clear} />
        )}
        <RecordingButtons inspector={inspector} view={view} />
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

/** Saves what is shown as a file, and opens such a file. It is read in this page and sent nowhere. */
const RecordingButtons = ({ inspector, view }: Pick<InspectorHeaderProps, 'inspector' | 'view'>) => {
  const text = useText()
  const toasts = useToasts()
  const chooser = useRef<HTMLInputElement>(null)
  const open = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    const recording = file && readInspectionRecording(await file.text())
    if (chooser.current) chooser.current.value = ''
    if (recording?.tabs.length) inspector.open(recording)
    else toasts.show({ kind: 'error', text: text('inspection.no-recording') })
  }
  return (
    <>
      <IconButton
        label={text('inspection.save')}
        icon={<Save />}
        onPress={() =>
          saveAsFile(JSON.stringify(inspector.record(`${view.watched}`)), `recording-${view.watched}.json`)
        }
      />
      <IconButton
        label={text('inspection.open')}
        icon={<FolderOpen />}
        onPress={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label={text('inspection.open')}
        onChange={(event) => void open(event)}
      />
      {view.recording && (
        <IconButton
          label={text('inspection.close-recording')}
          icon={<X />}
          tone="brand"
          onPress={() => inspector.open(undefined)}
        />
      )}
    </>
  )
}

function saveAsFile(content: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type: 'application/json' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

const tabOptions = ({ own, recording, tabs }: InspectorView, text: Translate): readonly SelectOption[] =>
  tabs.map(({ path, role, tab }) => {
    const words = { tab, path, role: text(`inspection.role.${role}`) }
    const isOwn = tab === own && !recording
    return { id: tab, name: text(isOwn ? 'inspection.this-tab' : 'inspection.other-tab', words) }
  })

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
      view.steps
        .filter(isSignal)
        .filter((signal) => matchesSignal(filter, signal))
        .map((signal) => {
          const state = innermostStates(signal).join(' · ')
          return [clockText(signal.at), signal.actor, signal.type, `→ ${state}`, signal.payload.join(', ')]
            .join('  ')
            .trimEnd()
        }),
    ),
    section(
      text('inspection.log'),
      view.steps
        .filter(isFact)
        .filter((fact) => matchesFact(filter, fact))
        .map(({ at, index, origin, payload, segment, stream, type }) =>
          [`${segment}:${index}`, clockText(at), type, stream, origin, payload.join(', ')]
            .join('  ')
            .trimEnd(),
        ),
    ),
    section(
      text('inspection.rates'),
      view.rates.map((rate) => `${rateName(rate.name, text)}  ${ratePerSecond(rate)}/s  ${rate.total}`),
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
