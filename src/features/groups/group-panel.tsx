import { Navigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths, subPaths } from '#src/routes/route-table.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { useGroup } from './use-group.ts'

/** A group of the conversation list. */
export type ListedGroup = ConversationSummary & { readonly group: GroupFacts }

interface GroupPanelProps {
  readonly titleKey: string
  /** The sub-path one level up, where a member who may not see this page is redirected [ADMIN-18 ADMIN-19]. */
  readonly parent?: string
  /** Whether this user may see the page. By default every member may. */
  readonly isAllowed?: (group: ListedGroup) => boolean
  readonly actions?: (group: ListedGroup) => ReactNode
  readonly children: (group: ListedGroup, goBack: () => void) => ReactNode
}

const everyone = () => true

/**
 * A page of the open group. It redirects a user who may not see it, also when that changes while it is open, and leaves
 * a group that is gone [GROUP-17].
 */
export const GroupPanel = ({
  titleKey,
  parent = subPaths.settings,
  isAllowed = everyone,
  actions,
  children,
}: GroupPanelProps) => {
  const text = useText()
  const id = useOpenConversation()
  const account = useAccount()
  const hasLoaded = useReadable(account.hasLoadedConversations)
  const group = useSelected(account.conversations, (all) => all.find((one) => one.id === id))
  const up = id === undefined ? paths.messages : `${pathOf(id)}/${parent}`
  const goBack = useGoBack(up)
  // Opened by its address, it leads back to the page above it.
  const hasParent = !useRouter().history.canGoBack()
  const isGroup = group !== undefined && hasFacts(group)
  // The list may be older than the group.
  const known = useGroup(hasLoaded && !isGroup ? id : undefined)
  if (!isGroup && known.status === 'ready' && !known.value.isMember) return <GroupExit />
  if (hasLoaded && isGroup && !isAllowed(group)) return <Navigate to={up} replace />
  return (
    <Panel title={text(titleKey)} onBack={goBack} hasParent={hasParent} actions={isGroup && actions?.(group)}>
      {isGroup ? children(group, goBack) : <SkeletonList rows={3} />}
    </Panel>
  )
}

/** Leaves the pages of a group that this user is no longer in. A notice has shown the reason. */
export const GroupExit = () => {
  const frame = useFrameMode()
  return <Navigate to={frame === 'mini' ? paths.groups : paths.messages} replace />
}

const hasFacts = (summary: ConversationSummary): summary is ListedGroup => summary.group !== undefined

interface LoadedGroupProps {
  readonly group: ListedGroup
  /** The number of skeleton rows until the group is known. */
  readonly rows?: number
  /** The text of a failure. */
  readonly failedKey?: string
  readonly children: (info: GroupInfo) => ReactNode
}

/** Shows what the server knows about a group, or that it is loading or could not be loaded. */
export const LoadedGroup = ({
  group,
  rows,
  failedKey = 'group.members.failed',
  children,
}: LoadedGroupProps) => {
  const text = useText()
  const { lookUpGroup } = useAccount()
  const known = useGroup(group.id)
  if (known.status === 'loading') return <SkeletonList {...(rows === undefined ? {} : { rows })} />
  if (known.status === 'failed')
    return <ErrorState title={text(failedKey)} onRetry={lookUpGroup(group.id).reload} />
  return children(known.value)
}
