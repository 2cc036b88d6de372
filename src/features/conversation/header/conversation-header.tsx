import { useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Search, Settings2 } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonLine } from '#src/ui/skeleton.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../../conversation-list/link-to.ts'
import { findHref } from '../find/find-address.ts'
import { AboutLink } from './about-link.tsx'
import { Audience } from './audience.tsx'
import { ConnectionStatus } from './connection-status.tsx'
import styles from './conversation-header.module.css'
import { JoinRequests } from './join-requests.tsx'
import { VanishMark } from './vanish-mark.tsx'

interface ConversationHeaderProps {
  /** Undefined until it is known. */
  readonly details: ConversationDetails | undefined
  readonly isLoading: boolean
  /** Leads back to the list where it is not beside the conversation. */
  readonly onBack: (() => void) | undefined
}

/** Who one is talking to and how the connection is doing [VIEW-01 VIEW-02 VIEW-03 VIEW-04]. */
export const ConversationHeader = memo(({ details, isLoading, onBack }: ConversationHeaderProps) => {
  const text = useText()
  const account = useAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  const isPeerOnline = useSelected(
    account.online,
    (online) => details?.peerId !== undefined && online.has(details.peerId),
  )
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
            <VanishMark seconds={details?.burnsAfter ?? 0} />
          </div>
          <div className={styles.line}>
            {details?.kind === 'group' && <Audience details={details} />}
            <ConnectionStatus isPeerOnline={isPeerOnline} />
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
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('conversation.find')}
      icon={<Search />}
      onPress={() => void navigate({ href: findHref(id) })}
    />
  )
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
      <span className={styles.words}>{text('common.loading')}</span>
    </span>
  )
}
