import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { CodeOperations, GroupOfCode } from '#client/codes.ts'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { PersonCard } from '../contacts/person-card.tsx'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import { GroupEntrance } from '../groups/join-group-screen.tsx'
import { RejectedCode, WithCodes } from './with-codes.tsx'

/** The invitation of a registration code: who invites, and Accept [QR-16 QR-17]. */
export const InvitationScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const { code = '' } = useSearch({ strict: false })
  return (
    <Panel title={text('codes.invitation')} onBack={goBack} placement="centre">
      {code === '' ? (
        <Invalid />
      ) : (
        <WithCodes>{(codes) => <Invitation code={code} codes={codes} />}</WithCodes>
      )}
    </Panel>
  )
}

interface InvitationProps {
  readonly code: string
  readonly codes: CodeOperations
}

const Invitation = ({ code, codes }: InvitationProps) => {
  const text = useText()
  const lookup = codes.inviter(code)
  const view = useReadable(lookup)
  if (view.status === 'loading') return <SkeletonList rows={1} />
  if (view.status === 'failed') return <ErrorState title={text('codes.failed')} onRetry={lookup.reload} />
  if (view.value === undefined) return <Invalid />
  return (
    <PersonCard
      id={code}
      name={view.value}
      avatarUrl=""
      signature={text('codes.invitation.text')}
      actions={<AcceptButton accept={() => codes.acceptInvitation(code)} />}
    />
  )
}

/** A code that is no invitation (any more); its confirmation leads back to the scan [QR-18]. */
const Invalid = () => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <EmptyState
      illustration="code"
      title={text('contact.scan-code.invite.code-invalid')}
      action={
        <Button variant="primary" onPress={() => void navigate({ to: paths.scan, replace: true })}>
          {text('common.ok')}
        </Button>
      }
    />
  )
}

const AcceptButton = ({ accept }: { readonly accept: () => Promise<Outcome<string>> }) => {
  const text = useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const { contacts } = useAccount()
  const { isSubmitting, submit } = useSubmissionWithToast()
  const acceptAndLeave = async () => {
    const outcome = await accept()
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: outcome.value || text('codes.invitation.accepted') })
    // The server's frame brings the new friend too.
    await contacts.refresh().catch(() => undefined)
    await navigate({ to: paths.contact, replace: true })
    return outcome
  }
  return (
    <Button
      variant="primary"
      isWide
      icon={<UserPlus aria-hidden="true" />}
      isPending={isSubmitting}
      onPress={() => submit(acceptAndLeave)}
    >
      {text('codes.invitation.accept')}
    </Button>
  )
}

/** The group of a code, to join it [QR-12 QR-13]. A missing code leads back to the scan [QR-14]. */
export const JoinByCodeScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const { code = '' } = useSearch({ strict: false })
  if (code === '') return <Navigate to={paths.scan} replace />
  return (
    <Panel title={text('group.join.title')} onBack={goBack} placement="centre">
      <WithCodes>{({ joinable }) => <Joinable lookup={joinable(code)} />}</WithCodes>
    </Panel>
  )
}

const Joinable = ({ lookup }: { readonly lookup: ReturnType<CodeOperations['joinable']> }) => {
  const view = useReadable(lookup)
  if (view.status === 'loading') return <SkeletonList rows={1} />
  if (view.status === 'failed') return <RejectedCode rejection={view.rejection} to={paths.scan} />
  const { value } = view
  if (value === undefined) return <RejectedCode rejection={undefined} to={paths.scan} />
  return (
    <GroupEntrance
      id={value.id}
      group={{ status: 'ready', value: toGroupInfo(value) }}
      invitation={undefined}
      onRetry={lookup.reload}
    />
  )
}

/** What a code shows of its group. The conversation list tells whether this user is a member. */
const toGroupInfo = ({ description, isPublic, memberLimit }: GroupOfCode): GroupInfo => ({
  description,
  isPublic,
  memberLimit,
  isMember: false,
  mayAddFriends: false,
  members: [],
})
