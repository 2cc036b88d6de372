import { useId } from 'react'
import type { Friend } from '#domain/contacts/contacts.ts'
import { checkFriendRemark, longestFriendRemark } from '#domain/forms/friend-forms.ts'
import { done } from '#domain/http/rejection.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'

interface RemarkDialogProps {
  readonly friend: Friend
  readonly onClose: () => void
}

/** Changes the remark over the friend's page, in the full frame. */
export const RemarkDialog = ({ friend, onClose }: RemarkDialogProps) => {
  const text = useText()
  const formId = useId()
  const { form, submit } = useRemarkForm(friend, onClose)
  return (
    <Dialog
      title={text('contact.remark')}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
            {text('contact.remark.save')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form.element} noValidate onSubmit={submit}>
        <RemarkField friend={friend} form={form} />
      </form>
    </Dialog>
  )
}

export const RemarkField = ({ friend, form }: { readonly friend: Friend; readonly form: RemarkForm }) => {
  const text = useText()
  return (
    <TextField
      label={text('contact.remark')}
      description={text('contact.remark.hint', { nickname: friend.nickname })}
      {...form.field('remark')}
      maximum={longestFriendRemark}
      isMultiLine
      autoFocus
    />
  )
}

type RemarkForm = ReturnType<typeof useRemarkForm>['form']

/** Returns the form of this user's own name for a friend [FRIEND-35 FRIEND-36 FRIEND-37]. */
export const useRemarkForm = (friend: Friend, onDone: () => void) => {
  const text = useText()
  const toasts = useToasts()
  const { loadFriendChanges } = useAccount()
  const form = useForm({
    initial: { remark: friend.displayName },
    check: ({ remark }) => ({ remark: checkFriendRemark(remark) }),
  })
  const submit = form.submitting(async ({ remark }) => {
    const changes = await loadFriendChanges()
    const outcome = await changes.setRemark(friend.userId, remark)
    if (!outcome.isOk) return outcome
    if (outcome.value === 'reset') toasts.show({ kind: 'info', text: text('user.remark.reset-to-original') })
    onDone()
    return done
  })
  return { form, submit }
}
