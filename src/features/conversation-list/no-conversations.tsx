import { useNavigate } from '@tanstack/react-router'
import { CheckCheck, MessagesSquare, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { Filter } from './filters.ts'

const icons: Readonly<Record<Filter, ReactNode>> = {
  all: <MessagesSquare />,
  unread: <CheckCheck />,
  groups: <UsersRound />,
}

interface NoConversationsProps {
  readonly filter: Filter
  readonly onShowAll: () => void
}

/** Says that there is nothing to list, and what to do about it [SESS-08]. */
export const NoConversations = ({ filter, onShowAll }: NoConversationsProps) => {
  const text = useText()
  const navigate = useNavigate()
  const toContacts = () => void navigate({ to: paths.contact })
  return (
    <EmptyState
      icon={icons[filter]}
      title={text(`messages.empty.${filter}`)}
      description={text(`messages.empty.${filter}-hint`)}
      action={
        filter === 'all' ? (
          <Button onPress={toContacts}>{text('messages.empty.all-action')}</Button>
        ) : (
          <Button onPress={onShowAll}>{text('messages.empty.show-all')}</Button>
        )
      }
    />
  )
}
