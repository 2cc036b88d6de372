import { useNavigate } from '@tanstack/react-router'
import { Plus, ScanLine, UserPlus, UsersRound } from 'lucide-react'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import { useText } from '#src/ui/use-text.ts'

interface AddMenuProps {
  /** The accessible name of the button and of the menu. */
  readonly label: string
}

const targets = {
  friend: paths.addFriend,
  join: paths.scan,
  create: paths.createGroup,
} as const
type Target = keyof typeof targets

/**
 * The menu of the headers of the contacts and of the conversation list. Joining a group by its code is not offered on
 * desktop [FRIEND-06].
 */
export const AddMenu = ({ label }: AddMenuProps) => {
  const text = useText()
  const navigate = useNavigate()
  const hasScanner = useFrameMode() !== 'full'
  const entries: readonly (MenuEntry & { readonly id: Target })[] = [
    { id: 'friend', label: text('contact.add-friend'), icon: <UserPlus aria-hidden="true" /> },
    { id: 'join', label: text('contact.join-group'), icon: <ScanLine aria-hidden="true" /> },
    { id: 'create', label: text('contact.create-group'), icon: <UsersRound aria-hidden="true" /> },
  ]
  return (
    <Menu
      label={label}
      trigger={(target) => <IconButton {...target} label={label} icon={<Plus />} />}
      entries={entries.filter((entry) => entry.id !== 'join' || hasScanner)}
      onAction={(id) => {
        const chosen = entries.find((entry) => entry.id === id)
        if (chosen !== undefined) void navigate({ to: targets[chosen.id] })
      }}
    />
  )
}
