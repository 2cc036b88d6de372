import { Navigate, useParams } from '@tanstack/react-router'
import type { Friend } from '#domain/contacts/contacts.ts'
import { userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Screen } from '#src/ui/screen.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from '../groups/groups.module.css'
import { FriendDetailScreen } from './friend-detail-screen.tsx'
import { RemarkDialog, RemarkField, useRemarkForm } from './remark-form.tsx'

/** This user's own name for a friend, as a page or over the friend's page [FRIEND-34]. */
export const RemarkScreen = () => {
  const { userId: asked = '' } = useParams({ strict: false })
  const isFull = useFrameMode() === 'full'
  const goBack = useGoBack(paths.user.replace('$userId', asked))
  const id = userId(Number(asked))
  const friend = useReadable(useAccount().friends).find((each) => each.userId === id)
  if (friend === undefined) return <Navigate to={paths.user} params={{ userId: asked }} replace />
  if (!isFull) return <RemarkPage friend={friend} onDone={goBack} />
  return (
    <>
      <FriendDetailScreen />
      <RemarkDialog friend={friend} onClose={goBack} />
    </>
  )
}

interface RemarkPageProps {
  readonly friend: Friend
  readonly onDone: () => void
}

const RemarkPage = ({ friend, onDone }: RemarkPageProps) => {
  const text = useText()
  const { form, submit } = useRemarkForm(friend, onDone)
  return (
    <Screen title={text('contact.remark')} onBack={onDone}>
      <form ref={form.element} className={styles.form} noValidate onSubmit={submit}>
        <RemarkField friend={friend} form={form} />
        <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
          {text('contact.remark.save')}
        </Button>
      </form>
    </Screen>
  )
}
