import { useNavigate } from '@tanstack/react-router'
import { ScanLine, Tag, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'

interface EmptyScreenProps {
  readonly area: 'tags' | 'join-group' | 'create-group'
  readonly icon: ReactNode
  readonly action?: ReactNode
}

/** The empty state of a contacts page. */
const EmptyScreen = ({ area, icon, action }: EmptyScreenProps) => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  return (
    <Panel title={text(`contact.${area}`)} onBack={goBack} placement="centre">
      <EmptyState
        icon={icon}
        title={text(`contact.${area}.empty.title`)}
        description={text(`contact.${area}.empty.text`)}
        action={action}
      />
    </Panel>
  )
}

const FindFriendsAction = () => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Button icon={<UserPlus aria-hidden="true" />} onPress={() => void navigate({ to: paths.addFriend })}>
      {text('contact.find-friends')}
    </Button>
  )
}

export const TagsScreen = () => <EmptyScreen area="tags" icon={<Tag />} />
export const JoinGroupScreen = () => <EmptyScreen area="join-group" icon={<ScanLine />} />
export const CreateGroupScreen = () => (
  <EmptyScreen area="create-group" icon={<UserPlus />} action={<FindFriendsAction />} />
)
