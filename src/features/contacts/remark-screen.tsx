import { Navigate, useParams } from '@tanstack/react-router'
import type { Friend } from '#domain/contacts/contacts.ts'
import { checkFriendRemark, longestFriendRemark } from '#domain/forms/friend-forms.ts'
import { done } from '#domain/http/rejection.ts'
import { userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'
import styles from '../groups/groups.module.css'

/** This user's own name for a friend [FRIEND-34]. */
export const RemarkScreen = () => {
  const text = useText()
  const { userId: asked = '' } = useParams({ strict: false })
  const goBack = useGoBack(paths.user.replace('$userId', asked))
  const id = userId(Number(asked))
  const friend = useReadable(useAccount().friends).find((each) => each.userId === id)
  if (friend === undefined) return <Navigate to={paths.user} params={{ userId: asked }} replace />
  return (
    <Panel title={text('contact.remark')} onBack={goBack} placement="centre">
      <RemarkForm friend={friend} onDone={goBack} />
    </Panel>
  )
}

interface RemarkFormProps {
  readonly friend: Friend
  readonly onDone: () => void
}

const RemarkForm = ({ friend, onDone }: RemarkFormProps) => {
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
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={text('contact.remark')}
        description={text('contact.remark.hint', { nickname: friend.nickname })}
        {...form.field('remark')}
        maximum={longestFriendRemark}
        isMultiLine
        autoFocus
      />
      <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
        {text('contact.remark.save')}
      </Button>
    </form>
  )
}
