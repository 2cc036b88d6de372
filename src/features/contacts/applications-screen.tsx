import { Link, useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import {
  type Application,
  type ApplicationsView,
  applicationReplyLength,
  newestReplyId,
} from '#domain/contacts/contacts.ts'
import { type ApplicationSource, readApplicationSource } from '#domain/forms/friend-forms.ts'
import { canManage } from '#domain/group/roles.ts'
import { applicationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths, subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { linkToGroupPage } from '../conversation-list/link-to.ts'
import { AnswerButtons } from './answer-buttons.tsx'
import styles from './applications-screen.module.css'
import { type Refresh, useRefresh } from './use-refresh.ts'

/** Friend applications: pending ones first, then sent ones, then answered and expired ones [FRIEND-39 FRIEND-42]. */
export const ApplicationsScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const applications = useReadable(useAccount().applications)
  const refresh = useRefresh()
  useMarkSeen(applications)
  const { pending, past, sent } = applications
  const isEmpty = [pending, past, sent].every(({ length }) => length === 0)
  return (
    <Panel title={text('contact.new-friends')} onBack={goBack} placement="detail">
      {isEmpty && <NoApplications refresh={refresh} />}
      <JoinRequests />
      <Section title={text('contact.applications.pending')} applications={pending} />
      <Section title={text('contact.applications.sent')} applications={sent} />
      <Section title={text('contact.applications.past')} applications={past} />
    </Panel>
  )
}

/** The groups that people ask this manager to let them join, each with a link to the requests. */
const JoinRequests = () => {
  const text = useText()
  const conversations = useReadable(useAccount().conversations)
  const groups = conversations.filter(
    ({ group }) => group !== undefined && canManage(group.role) && group.applicationCount > 0,
  )
  if (groups.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{text('group.applications')}</h2>
      <ul aria-label={text('group.applications')}>
        {groups.map((row) => (
          <li key={row.id}>
            <Link {...linkToGroupPage(row, subPaths.applications)} className={listRowTarget}>
              <ListRow
                leading={<Avatar id={row.id} name={row.title} url={row.avatarUrl} />}
                title={<bdi>{row.title}</bdi>}
                detail={text('conversation.join-requests', { count: row.group?.applicationCount ?? 0 })}
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Marks the shown applications and replies as seen [FRIEND-40]. */
const useMarkSeen = ({ pending, past, sent, unseenCount }: ApplicationsView): void => {
  const account = useAccount()
  const newest = Math.max(0, ...[...pending, ...past].map((each) => each.applicationId))
  const repliesUpTo = newestReplyId([...pending, ...sent])
  useEffect(() => {
    if (unseenCount > 0) {
      void account.dispatch({ type: 'MarkApplicationsSeen', upTo: applicationId(newest), repliesUpTo })
    }
  }, [account, newest, repliesUpTo, unseenCount])
}

const NoApplications = ({ refresh }: { readonly refresh: Refresh }) => {
  const text = useText()
  const navigate = useNavigate()
  if (refresh.status === 'refreshing') return <SkeletonList rows={3} />
  if (refresh.status === 'failed') return <ErrorState onRetry={refresh.retry} />
  return (
    <EmptyState
      illustration="requests"
      title={text('contact.applications.empty.title')}
      description={text('contact.applications.empty.text')}
      action={
        <Button icon={<UserPlus aria-hidden="true" />} onPress={() => void navigate({ to: paths.addFriend })}>
          {text('contact.find-friends')}
        </Button>
      }
    />
  )
}

interface SectionProps {
  readonly title: string
  readonly applications: readonly Application[]
}

const Section = ({ title, applications }: SectionProps) => {
  if (applications.length === 0) return null
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <ul aria-label={title}>
        {applications.map((application) => (
          <ApplicationRow key={application.applicationId} application={application} />
        ))}
      </ul>
    </section>
  )
}

/**
 * One application, named after the other person. A received one has two buttons while pending and is read-only
 * afterwards [FRIEND-39].
 */
const ApplicationRow = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const { userId, nickname, avatarUrl, remark, source = '', isSent = false, status } = application
  const sourceText = useSourceText(readApplicationSource(source))
  // A friendship that was accepted may have ended since.
  const isFriend = useSelected(useAccount().friends, (all) => all.some((one) => one.userId === userId))
  return (
    <li aria-label={nickname} className={styles.row}>
      <Avatar id={userId} name={nickname} url={avatarUrl} />
      <span className={styles.words}>
        <bdi className={styles.name}>
          {status === 'accepted' && isFriend ? <FriendLink friend={application} /> : nickname}
        </bdi>
        {remark !== '' && <bdi className={styles.remark}>{remark}</bdi>}
        {!isSent && sourceText !== undefined && <span className={styles.source}>{sourceText}</span>}
        {isSent && status === 'pending' && (
          <span className={styles.source}>{text('contact.applications.waiting')}</span>
        )}
        <ApplicationThread application={application} />
      </span>
      {status === 'pending' && !isSent && <Answers application={application} />}
      {status !== 'pending' && (
        <span className={styles.answer}>{text(`contact.applications.${status}`)}</span>
      )}
    </li>
  )
}

/** How the sender found this person [FRIEND-59] (DEC-210). Groups have names only for their members. */
const useSourceText = (source: ApplicationSource | undefined): string | undefined => {
  const text = useText()
  const group = source && 'group' in source ? source.group : undefined
  const name = useSelected(useAccount().conversations, (all) => all.find(({ id }) => id === group)?.title)
  if (source === undefined) return undefined
  if (group === undefined) return text(`contact.applications.source.${source.kind}`)
  return name === undefined
    ? text('contact.applications.source.unknown-group')
    : text(`contact.applications.source.${source.kind}`, { name })
}

/** A link to the page of a friend. */
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

const Answers = ({ application: { applicationId } }: { readonly application: Application }) => {
  const { contacts } = useAccount()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  return (
    <AnswerButtons
      onAccept={() => contacts.accept(applicationId)}
      onReject={() => contacts.reject(applicationId)}
      onRejected={(rejection) => toasts.show({ kind: 'error', text: rejectionText(rejection) })}
    />
  )
}

/**
 * The replies of both people to an application, and a button that adds one while it is pending (DEC-222). Renders
 * nothing if the server does not support replies.
 */
const ApplicationThread = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const { replies, nickname, status } = application
  if (!replies) return null
  return (
    <>
      {replies.length > 0 && (
        <ul aria-label={text('contact.applications.replies')} className={styles.replies}>
          {replies.map((reply) => (
            <li key={reply.id}>
              <bdi>
                {reply.isOwn
                  ? text('contact.applications.reply.own', { text: reply.text })
                  : text('contact.applications.reply.other', { name: nickname, text: reply.text })}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {status === 'pending' && <ReplyAction application={application} />}
    </>
  )
}

const ReplyAction = ({ application }: { readonly application: Application }) => {
  const text = useText()
  const [isOpen, setIsOpen] = useState(false)
  const formId = useId()
  const close = () => setIsOpen(false)
  const { form, submit } = useReplyForm(application, close)
  return (
    <span className={styles.action}>
      <Button variant="quiet" onPress={() => setIsOpen(true)}>
        {text('contact.applications.reply')}
      </Button>
      <Dialog
        title={text('contact.applications.reply.title', { name: application.nickname })}
        isOpen={isOpen}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>{text('common.cancel')}</Button>
            <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
              {text('contact.applications.reply.send')}
            </Button>
          </>
        }
      >
        <form id={formId} ref={form.element} noValidate onSubmit={submit}>
          <TextField label={text('contact.applications.reply.label')} {...form.field('reply')} autoFocus />
        </form>
      </Dialog>
    </span>
  )
}

/** The form keeps its text when the dialog is cancelled or the server rejects it, and is empty after a success. */
const useReplyForm = ({ applicationId }: Application, onSent: () => void) => {
  const { contacts } = useAccount()
  const form = useForm({
    initial: { reply: '' },
    rules: { reply: { kind: 'text', isRequired: true, longest: applicationReplyLength } },
  })
  const submit = form.submitting(async ({ reply }) => {
    const outcome = await contacts.reply(applicationId, reply.trim())
    if (outcome.isOk) {
      form.change('reply', '')
      onSent()
    }
    return outcome
  })
  return { form, submit }
}
