import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, CloudOff, Megaphone, Search, Settings2, Timer, User, UserPlus } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef } from 'react'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { daysAgo, type Viewpoint } from '#domain/formats/calendar.ts'
import { listDate, messageDate, timeOfDay } from '#domain/formats/dates.ts'
import { badgeText } from '#domain/formats/row-badge.ts'
import { canManage } from '#domain/group/roles.ts'
import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { originInConversation, personLink } from '../../contacts/person-address.ts'
import { linkTo, pathOf } from '../../conversation-list/link-to.ts'
import { useOpenFind } from '../find/find-address.ts'
import { WhoTypes } from '../typing/who-types.tsx'
import { useDuration, useViewpoint } from '../use-viewpoint.ts'
import styles from './conversation-header.module.css'

interface ConversationHeaderProps {
  /** Undefined while loading. */
  readonly details: ConversationDetails | undefined
  readonly isLoading: boolean
  /** Returns to the list in frames that do not show it next to the conversation. */
  readonly onBack: (() => void) | undefined
}

/** The header: name, status and actions of a conversation [VIEW-01 VIEW-02 VIEW-03 VIEW-04]. */
export const ConversationHeader = memo(({ details, isLoading, onBack }: ConversationHeaderProps) => {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const isPushed = onBack !== undefined
  useEffect(() => {
    if (isPushed) heading.current?.focus({ preventScroll: true })
  }, [isPushed])
  return (
    <header className={styles.header}>
      {onBack !== undefined && (
        <IconButton label={text('common.back')} icon={<ArrowLeft />} onPress={onBack} />
      )}
      <div className={styles.about}>
        {details !== undefined && <AboutLink details={details} />}
        {details !== undefined && (
          <Avatar
            id={details.peerId ?? details.id}
            name={details.title}
            url={details.avatarUrl}
            size="small"
          />
        )}
        <div className={styles.names}>
          <div className={styles.title}>
            <h1 ref={heading} id="conversation-name" tabIndex={-1} className={styles.name}>
              {details === undefined ? <NameSkeleton /> : <bdi>{details.title}</bdi>}
            </h1>
            {details?.kind === 'direct' && <Audience details={details} />}
            <JoinRequests group={details?.group} />
            <TimerMark seconds={details?.timerSeconds ?? 0} />
          </div>
          <div className={styles.line}>
            {details?.kind === 'group' && (
              <ActivityOr id={details.id} isGroup>
                <Audience details={details} />
              </ActivityOr>
            )}
            <ConnectionStatus details={details} />
          </div>
        </div>
      </div>
      {isLoading && <Spinner size="small" />}
      {details !== undefined && <FindButton id={details.id} />}
      {details !== undefined && <SettingsButton id={details.id} />}
    </header>
  )
})

const FindButton = ({ id }: Pick<ConversationDetails, 'id'>) => {
  const text = useText()
  const openFind = useOpenFind(id)
  return <IconButton label={text('conversation.find')} icon={<Search />} onPress={() => openFind()} />
}

const SettingsButton = ({ id }: Pick<ConversationDetails, 'id'>) => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('conversation.settings')}
      icon={<Settings2 />}
      onPress={() => void navigate({ href: `${pathOf(id)}/${subPaths.settings}` })}
    />
  )
}

const NameSkeleton = () => {
  const text = useText()
  return (
    <span className={styles.skeleton}>
      <SkeletonLine />
      <VisuallyHidden>{text('common.loading')}</VisuallyHidden>
    </span>
  )
}

/** A link over the picture and the name to the person's page, or to the settings of a group (DEC-188). */
const AboutLink = ({ details }: { readonly details: ConversationDetails }) => {
  const text = useText()
  const { id, kind, peerId, title } = details
  const common = { className: styles.cover, 'aria-label': text('conversation.about', { name: title }) }
  if (kind === 'group') {
    const { to, params } = linkTo({ id })
    return <Link {...common} to={`${to}/${subPaths.settings}`} params={params} />
  }
  return peerId === undefined ? null : (
    <Link {...common} {...personLink(id, peerId, originInConversation(id, 'contact'))} />
  )
}

/** The member count of a group, or an icon of the conversation's kind [VIEW-01]. */
const Audience = ({ details }: { readonly details: ConversationDetails }) => {
  const text = useText()
  const { group } = details
  if (!group) return <User role="img" aria-label={text('conversation.kind.direct')} className={styles.kind} />
  return (
    <span className={styles.group}>
      {group.isChannel && (
        <Megaphone role="img" aria-label={text('conversation.kind.channel')} className={styles.kind} />
      )}
      {text('conversation.members', { count: group.memberCount })}
    </span>
  )
}

/** The number of join requests, for owners and admins; at most "99+" [VIEW-02]. */
export const JoinRequests = ({ group }: Pick<ConversationDetails, 'group'>) => {
  const text = useText()
  if (!group || !canManage(group.role) || group.applicationCount <= 0) return null
  return (
    <span
      role="img"
      aria-label={text('conversation.join-requests', { count: group.applicationCount })}
      title={text('conversation.join-requests', { count: group.applicationCount })}
      className={styles.requests}
    >
      <UserPlus aria-hidden="true" />
      <Badge text={badgeText(group.applicationCount)} />
    </span>
  )
}

/** The disappearing-messages timer next to the name. */
const TimerMark = ({ seconds }: { readonly seconds: number }) => {
  const text = useText()
  const duration = useDuration()
  if (seconds <= 0) return null
  return (
    <span className={styles.timer}>
      <Timer aria-hidden="true" />
      <span aria-hidden="true">{duration(seconds)}</span>
      <VisuallyHidden>{text('conversation.vanish.on', { duration: duration(seconds) })}</VisuallyHidden>
    </span>
  )
}

/**
 * The connection state in words, with a reconnect button while offline. While connected, only assistive technology
 * reads it, and the screen shows the other person's presence [VIEW-04].
 */
const ConnectionStatus = ({ details }: Pick<ConversationHeaderProps, 'details'>) => {
  const text = useText()
  const account = useAccount()
  const connection = useReadable(account.connection)
  const isConnected = connection.status === 'connected'
  return (
    <div className={styles.statusLine}>
      {isConnected && details?.peerId !== undefined && (
        <ActivityOr id={details.id} isGroup={false}>
          <PeerLine peerId={details.peerId} />
        </ActivityOr>
      )}
      {connection.status === 'offline' && <CloudOff aria-hidden="true" className={styles.icon} />}
      <span
        role="status"
        aria-label={text('conversation.connection')}
        className={classNames(styles.status, isConnected && styles.spoken)}
      >
        <ConnectionWords connection={connection} />
      </span>
      {connection.status === 'offline' && (
        <span className={styles.reconnect}>
          <Button variant="quiet" onPress={() => account.reconnect()}>
            {text('conversation.reconnect')}
          </Button>
        </span>
      )}
    </div>
  )
}

interface ActivityOrProps {
  readonly id: ConversationDetails['id']
  readonly isGroup: boolean
  readonly children: ReactNode
}

/** The people who type or record in place of a line about the conversation (DEC-245). */
const ActivityOr = ({ id, isGroup, children }: ActivityOrProps) => {
  const people = useSelected(useAccount().typing, (all) => all.get(id))
  return (
    <WhoTypes people={people} isGroup={isGroup}>
      {children}
    </WhoTypes>
  )
}

/**
 * Shows whether the other person is online, or when they were last online. If that is unknown or hidden [USER-04], it
 * shows a friend's status message or ID, or else that the person is not a friend.
 */
const PeerLine = ({ peerId }: { readonly peerId: UserId }) => {
  const text = useText()
  const account = useAccount()
  const viewpoint = useViewpoint()
  const isOnline = useSelected(account.online, (online) => online.has(peerId))
  const lastSeenAt = useSelected(account.lastSeen, (times) => times.get(peerId))
  const friend = useSelected(account.friends, (friends) => friends.find(({ userId }) => userId === peerId))
  if (isOnline) return <span className={styles.online}>{text('conversation.online')}</span>
  return (
    <span className={styles.status}>
      {lastSeenAt === undefined ? (
        <bdi>
          {friend === undefined ? text('conversation.not-a-friend') : friend.signature || friend.chatId}
        </bdi>
      ) : (
        lastSeenText(lastSeenAt, viewpoint, text)
      )}
    </span>
  )
}

/** The time on the same day and the one before, the date before that. */
function lastSeenText(at: number, viewpoint: Viewpoint, text: Translate): string {
  const days = daysAgo(at, viewpoint)
  const time = timeOfDay(at, viewpoint.zone)
  if (days <= 0) return text('conversation.last-seen.today', { time })
  if (days === 1) return text('conversation.last-seen.yesterday', { time })
  return text('conversation.last-seen.earlier', { date: listDate(at, viewpoint) })
}

const ConnectionWords = ({ connection }: { readonly connection: ConnectionView }) => {
  const text = useText()
  const viewpoint = useViewpoint()
  if (connection.status !== 'offline') return text(`conversation.connection.${connection.status}`)
  return text('conversation.connection.offline', { time: messageDate(connection.since, viewpoint) })
}
