import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Ban, Copy, MessageCircle, PencilLine, Tag } from 'lucide-react'
import { useState } from 'react'
import type { Friend } from '#domain/contacts/contacts.ts'
import { friendsWithTags } from '#domain/tags/tag-rules.ts'
import { type UserId, userId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useOpenConversation } from '#src/features/conversation-list/link-to.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LinkRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonProfile } from '#src/ui/skeleton-shapes.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import groupsStyles from '../groups/groups.module.css'
import { CommonGroups } from './common-groups.tsx'
import { DescriptionList, DescriptionRow } from './description-list.tsx'
import styles from './friend-detail-screen.module.css'
import { FriendMenu } from './friend-menu.tsx'
import { backTarget, requestLink } from './person-address.ts'
import { PersonCard } from './person-card.tsx'
import { decideFriendPage } from './person-decisions.ts'
import { RemarkDialog, RemarkField, useRemarkForm } from './remark-form.tsx'
import { useBlacklist } from './use-blocking.ts'
import { useOpenChat } from './use-open-chat.ts'
import { useRefresh } from './use-refresh.ts'

/**
 * A friend's page. The own account is redirected to the own page, a stranger to the friend request [FRIEND-32
 * FRIEND-33]. Back leads to messages after a deep link, to the contacts otherwise (DEC-30), or to the conversation
 * that it opened over (DEC-188).
 */
export const FriendDetailScreen = () => {
  const text = useText()
  const { userId: requestedId = '' } = useParams({ strict: false })
  const { from, source, groupId, sessionId } = useSearch({ strict: false })
  const open = useOpenConversation()
  const goBack = useGoBack(from === 'onboard' ? paths.messages : backTarget(open))
  const { userId: ownId, friends } = useAccount()
  const id = userId(Number(requestedId))
  const friend = useReadable(friends).find((each) => each.userId === id)
  const refresh = useRefresh(friend === undefined && id !== ownId)
  const decision = decideFriendPage({ ownId, id, friend, refresh: refresh.status })
  const remark = useRemarkEditing(id)

  if (decision.kind === 'own-page') return <Navigate to={paths.my} replace />
  if (decision.kind === 'request') {
    const search = {
      id: requestedId,
      ...(source === undefined ? {} : { source }),
      ...(groupId === undefined ? {} : { groupId }),
      ...(sessionId === undefined ? {} : { sessionId }),
    }
    return <Navigate {...requestLink(open, search)} replace />
  }
  return (
    <Panel
      title={text('contact.person')}
      onBack={goBack}
      placement="detail"
      actions={
        decision.kind === 'friend' && <FriendMenu friend={decision.friend} onChangeRemark={remark.start} />
      }
    >
      {decision.kind === 'friend' && <FriendDetail friend={decision.friend} onChangeRemark={remark.start} />}
      {decision.kind === 'friend' && remark.isEditing && (
        <RemarkDialog friend={decision.friend} onClose={remark.stop} />
      )}
      {decision.kind === 'loading' && <SkeletonProfile />}
      {decision.kind === 'failed' && <ErrorState onRetry={refresh.retry} />}
    </Panel>
  )
}

/** The remark is changed over this page in the full frame, so that a conversation next to it stays open. */
const useRemarkEditing = (friend: UserId) => {
  const navigate = useNavigate()
  const isFull = useFrameMode() === 'full'
  const [isEditing, setIsEditing] = useState(false)
  return {
    isEditing: isEditing && isFull,
    start: () =>
      isFull
        ? setIsEditing(true)
        : void navigate({ to: paths.userRemark, params: { userId: String(friend) } }),
    stop: () => setIsEditing(false),
  }
}

interface FriendDetailProps {
  readonly friend: Friend
  readonly onChangeRemark: () => void
}

const FriendDetail = ({ friend, onChangeRemark }: FriendDetailProps) => {
  const text = useText()
  const copy = useCopy()
  const chat = useOpenChat()
  const isOnline = useReadable(useAccount().online).has(friend.userId)
  const isBlocked = useBlacklist().people?.some(({ userId }) => userId === friend.userId) === true
  const hasTags = useFrameMode() !== 'full'
  return (
    <>
      <PersonCard
        id={friend.userId}
        name={friend.displayName}
        avatarUrl={friend.avatarUrl}
        isOnline={isOnline}
        actions={
          <Button
            variant="primary"
            isWide
            icon={<MessageCircle aria-hidden="true" />}
            isPending={chat.isOpening}
            onPress={() => chat.open(friend)}
          >
            {text('contact.chat')}
          </Button>
        }
      />
      <DescriptionList>
        {friend.remark !== '' && <DescriptionRow name={text('contact.nickname')} value={friend.nickname} />}
        <DescriptionRow
          name={text('contact.remark')}
          value={friend.remark || text('contact.remark.none')}
          action={
            <IconButton
              label={text('contact.remark.change')}
              icon={<PencilLine />}
              onPress={onChangeRemark}
            />
          }
        />
        <DescriptionRow
          name={text('contact.chat-id')}
          value={friend.chatId}
          action={
            <IconButton
              label={text('contact.chat-id.copy')}
              icon={<Copy />}
              onPress={() => void copy(friend.chatId)}
            />
          }
        />
        <DescriptionRow name={text('contact.signature')} value={friend.signature} />
      </DescriptionList>
      {hasTags && <TagsLink friend={friend} />}
      {!isBlocked && <CommonGroups friend={friend} />}
      {isBlocked && (
        <p className={styles.blocked}>
          <Ban aria-hidden="true" />
          {text('contact.blocked')}
        </p>
      )}
    </>
  )
}

/** The number of tags that a friend's page names [FRIEND-27]. */
const tagPreview = 2

/** Leads to the friend's tags and names the first of them, except on desktop [FRIEND-26 FRIEND-27]. */
const TagsLink = ({ friend }: { readonly friend: Friend }) => {
  const text = useText()
  const view = useReadable(useAccount().tags.items)
  const tagged = friendsWithTags([friend], view.status === 'ready' ? view.value : [])
  const names = tagged.flatMap(({ tags }) => tags.map(({ name }) => name))
  return (
    <div className={styles.tags}>
      <Link to={paths.userTags} params={{ userId: String(friend.userId) }} className={listRowTarget}>
        <LinkRow
          leading={<RowIcon icon={Tag} />}
          title={text('contact.tags')}
          detail={names.length > 0 && <bdi>{names.slice(0, tagPreview).join(' · ')}</bdi>}
        />
      </Link>
    </div>
  )
}

/** This user's own name for a friend, as a page or over the friend's page [FRIEND-34]. */
export const RemarkScreen = () => {
  const { userId: requestedId = '' } = useParams({ strict: false })
  const isFull = useFrameMode() === 'full'
  const goBack = useGoBack(paths.user.replace('$userId', requestedId))
  const id = userId(Number(requestedId))
  const friend = useReadable(useAccount().friends).find((each) => each.userId === id)
  if (friend === undefined) return <Navigate to={paths.user} params={{ userId: requestedId }} replace />
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
      <form ref={form.element} className={groupsStyles.form} noValidate onSubmit={submit}>
        <RemarkField friend={friend} form={form} />
        <Button type="submit" variant="primary" isWide isPending={form.isSubmitting}>
          {text('contact.remark.save')}
        </Button>
      </form>
    </Screen>
  )
}
