import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Check, MessagesSquare, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { GroupInfo } from '#client/group-lookups.ts'
import { checkJoinRemark, longestJoinRemark } from '#domain/forms/group-fields.ts'
import {
  type ConversationId,
  conversationId,
  parseConversationId,
  type ServerId,
  serverId,
  type UserId,
  userId,
} from '#schemas/ids.ts'
import { type GroupInvite, readGroupInvite } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { SkeletonProfile } from '#src/ui/skeleton-shapes.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { PersonCard } from '../contacts/person-card.tsx'
import { useTimeline } from '../conversation/use-timeline.ts'
import { linkTo } from '../conversation-list/link-to.ts'
import { useSubmission } from '../forms/use-submission.ts'
import styles from './groups.module.css'
import { decideJoin, type JoinableGroup, type ShownDecision } from './join-decisions.ts'
import { useGroup } from './use-group.ts'

/**
 * The page of a group for people who follow a link or an invitation [ROUTE-07]. Members are redirected to the
 * conversation (DEC-31). Back leads to the messages after a deep link, to the groups otherwise.
 */
export const JoinGroupScreen = () => {
  const text = useText()
  const { groupId = '' } = useParams({ strict: false })
  const { from, sessionId, messageId, inviterId } = useSearch({ strict: false })
  const goBack = useGoBack(from === 'onboard' ? paths.messages : paths.groups)
  const id = conversationId('group', Number(groupId))
  return (
    <Panel title={text('group.join.title')} onBack={goBack} placement="centre">
      {sessionId === undefined || messageId === undefined || inviterId === undefined ? (
        <Entrance id={id} invitation={undefined} />
      ) : (
        <Invited
          session={conversationId('direct', Number(sessionId))}
          messageId={serverId(Number(messageId))}
          inviterId={userId(Number(inviterId))}
          group={id}
        >
          {(invitation) => <Entrance id={id} invitation={invitation} />}
        </Invited>
      )}
    </Panel>
  )
}

/** An invitation that this user received. */
interface Invitation {
  readonly messageId: ServerId
  readonly inviterId: UserId
  /** Describes the group; undefined if the message is not among the loaded ones. */
  readonly body: GroupInvite | undefined
}

interface InvitedProps {
  readonly session: ConversationId
  readonly messageId: ServerId
  readonly inviterId: UserId
  readonly group: ConversationId
  readonly children: (invitation: Invitation) => ReactNode
}

/**
 * Reads the description of the group from the invitation that the URL names. A URL may be forged: the server checks the
 * invitation, and only a received message describes the group.
 */
const Invited = ({ session, messageId, inviterId, group, children }: InvitedProps) => {
  const { view } = useTimeline(session)
  if (view.status === 'loading') return <SkeletonList rows={1} />
  const message = view.messages.find(
    (one) => one.serverId === messageId && one.type === 'invite' && !one.isOwn,
  )
  const body = message && readGroupInvite(message.body)
  const isOfGroup = body?.groupId === parseConversationId(group).wireId
  return children({ messageId, inviterId, body: isOfGroup ? body : undefined })
}

interface EntranceProps {
  readonly id: ConversationId
  readonly invitation: Invitation | undefined
}

const Entrance = ({ id, invitation }: EntranceProps) => {
  const { lookUpGroup } = useAccount()
  return <GroupEntrance {...{ id, invitation }} group={useGroup(id)} onRetry={lookUpGroup(id).reload} />
}

interface GroupEntranceProps extends EntranceProps {
  readonly group: LookupState<GroupInfo>
  readonly onRetry: () => void
}

/** Shows a group with what this person may do there, and redirects its members into the conversation [QR-13 QR-15]. */
export const GroupEntrance = ({ id, invitation, group, onRetry }: GroupEntranceProps) => {
  const text = useText()
  const { conversations } = useAccount()
  const listed = useSelected(conversations, (all) => all.find((one) => one.id === id))
  const decision = decideJoin({ group, listed, invite: invitation?.body })
  const isOutside = decision.kind === 'join' || decision.kind === 'apply' || decision.kind === 'full'
  const [wasOutside, setWasOutside] = useState(isOutside)
  if (isOutside && !wasOutside) setWasOutside(true)
  if (decision.kind === 'loading') return <SkeletonProfile />
  if (decision.kind === 'failed') return <ErrorState title={text('group.join.failed')} onRetry={onRetry} />
  if (decision.kind === 'member' && !wasOutside) return <Navigate {...linkTo({ id })} replace />
  return <GroupCard id={id} decision={decision} invitation={invitation} />
}

interface GroupCardProps extends EntranceProps {
  readonly decision: ShownDecision
}

/** Picture, name, size and description of a group, and what this person can do there [GROUP-20]. */
const GroupCard = ({ id, decision, invitation }: GroupCardProps) => {
  const text = useText()
  const { kind, group } = decision
  return (
    <PersonCard
      id={id}
      name={group?.name || text('group.join.unknown', { id: String(parseConversationId(id).wireId) })}
      avatarUrl={group?.avatarUrl ?? ''}
      signature={sizeOf(group, text)}
      actions={
        <>
          {group !== undefined && group.description !== '' && (
            <p className={styles.description} dir="auto">
              {group.description}
            </p>
          )}
          {kind === 'member' && <OpenButton id={id} />}
          {kind === 'full' && <FullNote />}
          {kind === 'join' && <JoinButton id={id} invitation={invitation} />}
          {kind === 'apply' && <Application id={id} invitation={invitation} isKnown={group !== undefined} />}
        </>
      }
    />
  )
}

const sizeOf = (group: JoinableGroup | undefined, text: ReturnType<typeof useText>): string => {
  if (group === undefined) return ''
  const members = text('messages.members', { count: group.memberCount })
  return group.isChannel ? `${text('messages.channel')} · ${members}` : members
}

const OpenButton = ({ id }: Pick<EntranceProps, 'id'>) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Button
      variant="primary"
      isWide
      icon={<MessagesSquare aria-hidden="true" />}
      onPress={() => void navigate({ ...linkTo({ id }), replace: true })}
    >
      {text('conversation.invite.open')}
    </Button>
  )
}

const FullNote = () => {
  const text = useText()
  return (
    <>
      <Button isWide isDisabled>
        {text('conversation.invite.join')}
      </Button>
      <p className={styles.hint}>{text('group.join.full')}</p>
    </>
  )
}

/**
 * Joins or applies, and opens the group if this user is a member then. A notice shows the server's answer; after a
 * rejection the group is requested again.
 */
const useJoining = ({ id, invitation }: EntranceProps) => {
  const { conversations, groups, lookUpGroup } = useAccount()
  const navigate = useNavigate()
  const { isSubmitting, submit } = useSubmission(() => lookUpGroup(id).reload())
  const [isSent, setIsSent] = useState(false)
  const join = async (remark: string) => {
    const outcome = await groups.join(
      invitation === undefined
        ? { group: id, remark }
        : { group: id, invite: { messageId: invitation.messageId, inviterId: invitation.inviterId } },
    )
    if (!outcome.isOk) return outcome
    const isMember = conversations.get().some((one) => one.id === id)
    if (isMember) void navigate({ ...linkTo({ id }), replace: true })
    else setIsSent(true)
    return outcome
  }
  return { isSubmitting, isSent, join: (remark = '') => submit(() => join(remark)) }
}

const JoinButton = (props: EntranceProps) => {
  const text = useText()
  const joining = useJoining(props)
  return (
    <Button
      variant="primary"
      isWide
      icon={<UserPlus aria-hidden="true" />}
      isPending={joining.isSubmitting}
      onPress={() => joining.join()}
    >
      {text('conversation.invite.join')}
    </Button>
  )
}

interface ApplicationProps extends EntranceProps {
  /** False if nothing but the group's id is known. */
  readonly isKnown: boolean
}

/** A request to the managers: with a remark, or with the invitation instead (DEC-14) [GROUP-19]. */
const Application = ({ isKnown, ...entrance }: ApplicationProps) => {
  const text = useText()
  const { remark: proposed = '' } = useSearch({ strict: false })
  const [remark, setRemark] = useState(proposed)
  const joining = useJoining(entrance)
  const error = checkJoinRemark(remark)
  if (joining.isSent)
    return (
      <>
        <Button isWide isDisabled icon={<Check aria-hidden="true" />}>
          {text('group.join.sent')}
        </Button>
        <p className={styles.hint} role="status">
          {text('group.join.sent.text')}
        </p>
      </>
    )
  return (
    <form
      className={styles.request}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (error === undefined) joining.join(remark.trim())
      }}
    >
      <p className={styles.hint}>{text(isKnown ? 'group.join.approval' : 'group.join.private')}</p>
      {entrance.invitation === undefined && (
        <TextField
          label={text('group.join.remark')}
          value={remark}
          onChange={setRemark}
          maximum={longestJoinRemark}
          error={error && text(error.key, error.values)}
          autoComplete="off"
        />
      )}
      <Button
        type="submit"
        variant="primary"
        isWide
        icon={<UserPlus aria-hidden="true" />}
        isPending={joining.isSubmitting}
      >
        {text('conversation.invite.apply')}
      </Button>
    </form>
  )
}
