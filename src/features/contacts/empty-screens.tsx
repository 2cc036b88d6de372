import { ScanLine, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'

interface EmptyScreenProps {
  readonly area: 'tags' | 'join-group'
  readonly icon: ReactNode
}

/** The empty state of a contacts page. */
const EmptyScreen = ({ area, icon }: EmptyScreenProps) => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  return (
    <Panel title={text(`contact.${area}`)} onBack={goBack} placement="centre">
      <EmptyState
        icon={icon}
        title={text(`contact.${area}.empty.title`)}
        description={text(`contact.${area}.empty.text`)}
      />
    </Panel>
  )
}

export const TagsScreen = () => <EmptyScreen area="tags" icon={<Tag />} />
export const JoinGroupScreen = () => <EmptyScreen area="join-group" icon={<ScanLine />} />
