import { ArrowLeft, Copy, Eraser, ExternalLink, Pause, Play } from 'lucide-react'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import type { Inspector, InspectorView } from '#src/inspection/inspector.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { Select, type SelectOption } from '#src/ui/select.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'
import styles from './inspector-header.module.css'
import { inspectorText } from './inspector-text.ts'

const tabOptions = ({ own, tabs }: InspectorView, text: Translate): readonly SelectOption[] =>
  tabs.map(({ path, role, tab }) => {
    const words = { tab, path, role: text(`inspection.role.${role}`) }
    return { id: tab, name: text(tab === own ? 'inspection.this-tab' : 'inspection.other-tab', words) }
  })

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
          label={text('inspection.watching')}
          options={tabOptions(view, text)}
          selected={view.watched}
          onSelect={inspector.watch}
        />
      </div>
      <div className={styles.filter}>
        <SearchField label={text('inspection.filter')} value={filter} onChange={onFilter} />
      </div>
      <div className={styles.actions}>
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
