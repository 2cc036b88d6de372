import { Link } from '@tanstack/react-router'
import type { Application } from '#domain/contacts/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useSubmission } from '#src/features/forms/use-submission.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './application-row.module.css'

/** One application, named by its person: answered with two buttons while pending, read-only afterwards [FRIEND-39]. */
export const ApplicationRow = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const { userId, nickname, avatarUrl, remark, status } = application
  return (
    <li aria-label={nickname} className={styles.row}>
      <Avatar id={userId} name={nickname} url={avatarUrl} />
      <span className={styles.words}>
        <bdi className={styles.name}>
          {status === 'accepted' ? <FriendLink friend={application} /> : nickname}
        </bdi>
        {remark !== '' && <bdi className={styles.remark}>{remark}</bdi>}
      </span>
      {status === 'pending' ? (
        <Answers application={application} />
      ) : (
        <span className={styles.answer}>{text(`contact.applications.${status}`)}</span>
      )}
    </li>
  )
}

/** Who was accepted is a friend now, with a page of their own. */
const FriendLink = ({ friend }: { readonly friend: Application }) => (
  <Link
    to={paths.user}
    params={{ userId: String(friend.userId) }}
    search={{ source: 'contact' }}
    className={styles.link ?? ''}
  >
    {friend.nickname}
  </Link>
)

const Answers = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const { contacts } = useAccount()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  const tell = (refusal: Parameters<typeof refusalText>[0]) =>
    toasts.show({ kind: 'error', text: refusalText(refusal) })
  const accepting = useSubmission(tell)
  const rejecting = useSubmission(tell)
  const { applicationId } = application
  return (
    <span className={styles.answers}>
      <Button
        isPending={rejecting.isSubmitting}
        isDisabled={accepting.isSubmitting}
        onPress={() => rejecting.submit(() => contacts.reject(applicationId))}
      >
        {text('contact.applications.reject')}
      </Button>
      <Button
        variant="primary"
        isPending={accepting.isSubmitting}
        isDisabled={rejecting.isSubmitting}
        onPress={() => accepting.submit(() => contacts.accept(applicationId))}
      >
        {text('contact.applications.accept')}
      </Button>
    </span>
  )
}
