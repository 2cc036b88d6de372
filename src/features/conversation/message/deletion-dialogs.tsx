import { useState } from 'react'
import type { Rejection } from '#domain/commands/command.ts'
import { type DeletionContext, offersDeletingForEveryone } from '#domain/message/decide-deletion.ts'
import { canSelect } from '#domain/message/selection.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './deletion-dialogs.module.css'

/** A pending confirmation. */
export interface DeletionQuestion {
  readonly kind: 'delete' | 'recall'
  readonly messages: readonly TimelineMessage[]
}

interface DeletionDialogsProps {
  /** Closed while undefined. */
  readonly question: DeletionQuestion | undefined
  readonly standing: DeletionContext
  readonly deletion: Deletion
  /** Called when the messages are deleted or pending deletion. */
  readonly onDone: () => void
  /** Starts selecting more messages with this one; undefined when several are selected already. */
  readonly onMore: ((message: TimelineMessage) => void) | undefined
  readonly onClose: () => void
}

/**
 * Asks whether to delete messages for me or for everyone, and reports a rejected deletion for everyone. For a single
 * message it also offers to select more [MSG-45 MSG-46 VIEW-30] (DEC-183).
 */
export const DeletionDialogs = (props: DeletionDialogsProps) => {
  const { question, standing, deletion, onDone, onMore, onClose } = props
  // Keeps the text while a closing dialog fades out.
  const [shown, setShown] = useState(question)
  const [isPending, setPending] = useState(false)
  if (question !== undefined && question !== shown) setShown(question)
  const count = shown?.messages.length ?? 0
  const first = shown?.messages[0]
  const hasMore = onMore !== undefined && count === 1 && first !== undefined && canSelect(first)
  const forMe = () => {
    onClose()
    if (question === undefined) return
    onDone()
    void deletion.forMe(question.messages)
  }
  const forEveryone = async () => {
    if (question === undefined || isPending) return
    setPending(true)
    const isDeleted = await deletion.forEveryone(question.messages)
    setPending(false)
    onClose()
    if (isDeleted) onDone()
  }
  return (
    <>
      <DeleteDialog
        count={count}
        isOpen={question?.kind === 'delete'}
        hasEveryone={offersDeletingForEveryone(standing)}
        isPending={isPending}
        onForMe={forMe}
        onForEveryone={() => void forEveryone()}
        onMore={hasMore ? () => onMore(first) : undefined}
        onClose={onClose}
      />
      <RecallDialog
        isOpen={question?.kind === 'recall'}
        isPending={isPending}
        onRecall={() => void forEveryone()}
        onClose={onClose}
      />
      <FailedAlert deletion={deletion} />
    </>
  )
}

interface DeleteDialogProps {
  readonly count: number
  readonly isOpen: boolean
  readonly hasEveryone: boolean
  readonly isPending: boolean
  readonly onForMe: () => void
  readonly onForEveryone: () => void
  readonly onMore: (() => void) | undefined
  readonly onClose: () => void
}

const DeleteDialog = (props: DeleteDialogProps) => {
  const text = useText()
  const { count, hasEveryone, isPending, onMore } = props
  const chooseMore = () => {
    props.onClose()
    onMore?.()
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('conversation.delete.title', { count })}
      isOpen={props.isOpen}
      onClose={props.onClose}
    >
      <p>{text(hasEveryone ? 'conversation.delete.hint' : 'conversation.delete.hint-for-me', { count })}</p>
      <div className={styles.choices}>
        {hasEveryone && (
          <Button variant="danger" isWide isPending={isPending} onPress={props.onForEveryone}>
            {text('conversation.delete.for-everyone')}
          </Button>
        )}
        <Button isWide isDisabled={isPending} onPress={props.onForMe}>
          {text('conversation.delete.for-me')}
        </Button>
        {onMore !== undefined && (
          <Button isWide isDisabled={isPending} onPress={chooseMore}>
            {text('conversation.selection.more')}
          </Button>
        )}
        <Button variant="quiet" isWide autoFocus onPress={props.onClose}>
          {text('common.cancel')}
        </Button>
      </div>
    </Dialog>
  )
}

interface RecallDialogProps {
  readonly isOpen: boolean
  readonly isPending: boolean
  readonly onRecall: () => void
  readonly onClose: () => void
}

const RecallDialog = ({ isOpen, isPending, onRecall, onClose }: RecallDialogProps) => {
  const text = useText()
  return (
    <ConfirmDialog
      title={text('conversation.recall.title')}
      isOpen={isOpen}
      isDanger
      isPending={isPending}
      confirmLabel={text('conversation.action.recall')}
      onConfirm={onRecall}
      onClose={onClose}
    >
      <p>{text('conversation.recall.hint')}</p>
    </ConfirmDialog>
  )
}

/** Explains why nothing was deleted for everyone [MSG-46]. */
const FailedAlert = ({ deletion: { rejection, accept } }: { readonly deletion: Deletion }) => {
  const text = useText()
  const rejectionText = useRejectionText()
  const [shown, setShown] = useState(rejection)
  if (rejection !== undefined && rejection !== shown) setShown(rejection)
  return (
    <Dialog
      role="alertdialog"
      title={text('conversation.delete.failed')}
      isOpen={rejection !== undefined}
      onClose={accept}
      footer={
        <Button variant="primary" autoFocus onPress={accept}>
          {text('common.ok')}
        </Button>
      }
    >
      {shown !== undefined && <p>{rejectionText(shown)}</p>}
    </Dialog>
  )
}

/** Deletes messages: for me with undo, or for everyone if the server accepts. */
interface Deletion {
  forMe(messages: readonly TimelineMessage[]): Promise<void>
  /** Resolves to whether the server deleted them. Otherwise `rejection` is set until `accept`. */
  forEveryone(messages: readonly TimelineMessage[]): Promise<boolean>
  /** The rejection of the last deletion for everyone [MSG-46]. */
  readonly rejection: Rejection | undefined
  readonly accept: () => void
}

export const useDeletion = (conversationId: ConversationId): Deletion => {
  const account = useAccount()
  const toasts = useToasts()
  const text = useText()
  const rejectionText = useRejectionText()
  const [rejection, setRejection] = useState<Rejection>()
  const complain = (why: Rejection) => toasts.show({ kind: 'error', text: rejectionText(why) })

  return {
    async forMe(chosen) {
      const messages = chosen.flatMap(({ serverId }) => (serverId === undefined ? [] : [serverId]))
      const outcome = await account.dispatch({ type: 'DeleteForMe', conversationId, messages })
      if (!outcome.isOk) return complain(outcome.rejection)
      const undo = async () => {
        const undone = await account.dispatch({ type: 'UndoDeleteForMe', conversationId, messages })
        if (!undone.isOk) complain(undone.rejection)
      }
      const action = { label: text('common.undo'), onPress: () => void undo() }
      toasts.show({
        kind: 'info',
        text: text('conversation.delete.done', { count: messages.length }),
        action,
      })
    },
    async forEveryone(messages) {
      const outcome = await account.deleteForEveryone(conversationId, messages)
      if (!outcome.isOk) setRejection(outcome.rejection)
      return outcome.isOk
    },
    rejection,
    accept: () => setRejection(undefined),
  }
}
