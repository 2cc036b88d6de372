import { ScanLine } from 'lucide-react'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'

/** Tells how to join a group. */
export const JoinGroupScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  return (
    <Panel title={text('contact.join-group')} onBack={goBack} placement="centre">
      <EmptyState
        icon={<ScanLine />}
        title={text('contact.join-group.empty.title')}
        description={text('contact.join-group.empty.text')}
      />
    </Panel>
  )
}
