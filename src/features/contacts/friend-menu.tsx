import { useNavigate } from '@tanstack/react-router'
import { Ban, EllipsisVertical, PencilLine, UserCheck, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Friend } from '#domain/contacts/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import { useBlacklist, useBlocking } from './use-blocking.ts'

type Question = 'block' | 'delete'

interface FriendMenuProps {
  readonly friend: Friend
  readonly onChangeRemark: () => void
}

/** Changes the remark, blocks or unblocks, and deletes a friend, each of the last two after a question [FRIEND-30]. */
export const FriendMenu = ({ friend, onChangeRemark }: FriendMenuProps) => {
  const text = useText()
  const { people } = useBlacklist()
  const { unblock } = useBlocking(friend.userId)
  const [question, setQuestion] = useState<Question>()
  const entry = people?.find(({ userId }) => userId === friend.userId)
  const unblocking = { id: 'unblock', label: text('contact.unblock'), icon: <UserCheck aria-hidden="true" /> }
  const blocking = {
    id: 'block',
    label: text('contact.block'),
    icon: <Ban aria-hidden="true" />,
    isDanger: true,
  }
  // Neither is offered before the blacklist is known.
  const blockEntries = people === undefined ? [] : [entry === undefined ? blocking : unblocking]
  const choose = (id: string) => {
    if (id === 'remark') onChangeRemark()
    else if (id === 'unblock' && entry !== undefined) unblock(entry.entryId)
    else setQuestion(id === 'block' ? 'block' : 'delete')
  }
  return (
    <>
      <Menu
        label={text('contact.friend.menu')}
        trigger={(target) => (
          <IconButton {...target} label={text('contact.friend.menu')} icon={<EllipsisVertical />} />
        )}
        entries={[
          { id: 'remark', label: text('contact.remark.change'), icon: <PencilLine aria-hidden="true" /> },
          ...blockEntries,
          {
            id: 'delete',
            label: text('contact.delete'),
            icon: <UserMinus aria-hidden="true" />,
            isDanger: true,
          },
        ]}
        onAction={(id) => choose(String(id))}
      />
      <BlockDialog friend={friend} isOpen={question === 'block'} onClose={() => setQuestion(undefined)} />
      <DeleteDialog friend={friend} isOpen={question === 'delete'} onClose={() => setQuestion(undefined)} />
    </>
  )
}

interface QuestionProps {
  readonly friend: Friend
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** After blocking, the person leaves the conversation for the list [BLOCK-04 BLOCK-10]. */
const BlockDialog = ({ friend, isOpen, onClose }: QuestionProps) => {
  const text = useText()
  const navigate = useNavigate()
  const { isPending, block } = useBlocking(friend.userId, () => {
    onClose()
    void navigate({ to: paths.messages })
  })
  return (
    <ConfirmDialog
      title={text('contact.block.question', { name: friend.displayName })}
      isOpen={isOpen}
      confirmLabel={text('contact.block')}
      isDanger
      isPending={isPending}
      onConfirm={block}
      onClose={onClose}
    >
      <p>{text('contact.block.consequence')}</p>
    </ConfirmDialog>
  )
}

/** Deletes a friend with the conversation and the tags [FRIEND-50]. */
const DeleteDialog = ({ friend, isOpen, onClose }: QuestionProps) => {
  const text = useText()
  const navigate = useNavigate()
  const { loadFriendChanges } = useAccount()
  const deleting = useSubmissionWithToast(onClose)
  const remove = async () => {
    const changes = await loadFriendChanges()
    const outcome = await changes.remove(friend.userId)
    if (outcome.isOk) void navigate({ to: paths.contact, replace: true })
    return outcome
  }
  return (
    <ConfirmDialog
      title={text('contact.delete.question', { name: friend.displayName })}
      isOpen={isOpen}
      confirmLabel={text('contact.delete')}
      isDanger
      isPending={deleting.isSubmitting}
      onConfirm={() => deleting.submit(remove)}
      onClose={onClose}
    >
      <p>{text('contact.delete.consequence')}</p>
    </ConfirmDialog>
  )
}
