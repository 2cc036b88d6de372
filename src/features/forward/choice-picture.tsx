import { Tag } from 'lucide-react'
import type { ForwardChoice } from '#domain/forward/forward-tag.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { RowIcon } from '#src/ui/row-icon.tsx'

/** The picture of a person or a group, or the sign of a tag. */
export const ChoicePicture = ({ choice }: { readonly choice: ForwardChoice }) =>
  choice.kind === 'tag' ? (
    <RowIcon icon={Tag} isSmall />
  ) : (
    <Avatar id={choice.avatarId} name={choice.name} url={choice.avatarUrl} size="small" />
  )
