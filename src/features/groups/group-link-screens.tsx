import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CodeOperations } from '#client/codes.ts'
import { canManage } from '#domain/group/roles.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { CodeCard, ShareCode } from '../codes/code-card.tsx'
import type { CodeOwner } from '../codes/drawn-code.tsx'
import { WithCodes } from '../codes/with-codes.tsx'
import { linkToGroupPage, pathOf } from '../conversation-list/link-to.ts'
import { GroupPanel, type ListedGroup } from './group-panel.tsx'
import { useGroup } from './use-group.ts'

interface GroupProps {
  readonly group: ListedGroup
}

/** The code that leads people into the group, to share, save, copy and renew [ROUTE-23 QR-20]. */
export const GroupLinkScreen = () => (
  <GroupPanel titleKey="group.link">{(group) => <GroupCode group={group} />}</GroupPanel>
)

const GroupCode = ({ group }: GroupProps) => {
  const text = useText()
  const navigate = useNavigate()
  const known = useGroup(group.id)
  const hint =
    known.status === 'ready'
      ? text(known.value.isPublic ? 'group.link.public' : 'group.link.private')
      : undefined
  return (
    <LoadedGroupCode group={group}>
      {(url, { renewGroup }) => (
        <CodeCard
          url={url}
          owner={ownerOf(group)}
          hint={hint}
          onShare={() =>
            void navigate({ ...linkToGroupPage(group, subPaths.shareGroupLink), search: { code: url } })
          }
          renew={canManage(group.group.role) ? () => renewGroup(group.id) : undefined}
        />
      )}
    </LoadedGroupCode>
  )
}

const ownerOf = ({ id, title, avatarUrl }: ListedGroup): CodeOwner => ({ id, name: title, avatarUrl })

interface LoadedGroupCodeProps extends GroupProps {
  readonly children: (url: string, codes: CodeOperations) => ReactNode
}

const LoadedGroupCode = ({ group, children }: LoadedGroupCodeProps) => (
  <WithCodes>
    {(codes) => <FoundGroupCode code={codes.group(group.id)}>{(url) => children(url, codes)}</FoundGroupCode>}
  </WithCodes>
)

interface FoundGroupCodeProps {
  readonly code: ReturnType<CodeOperations['group']>
  readonly children: (url: string) => ReactNode
}

const FoundGroupCode = ({ code, children }: FoundGroupCodeProps) => {
  const text = useText()
  const view = useReadable(code)
  if (view.status === 'failed') return <ErrorState title={text('codes.failed')} onRetry={code.reload} />
  return view.status === 'loading' ? <SkeletonList rows={1} /> : children(view.value)
}

/** Sends the picture of the group's code to people and other groups [ROUTE-23 QR-19]. */
export const ShareGroupLinkScreen = () => (
  <GroupPanel titleKey="codes.share" parent={subPaths.groupLink}>
    {(group, goBack) => <ShareGroupCode group={group} onDone={goBack} />}
  </GroupPanel>
)

const ShareGroupCode = ({ group, onDone }: GroupProps & { readonly onDone: () => void }) => {
  const { code } = useSearch({ strict: false })
  return (
    <LoadedGroupCode group={group}>
      {(url) => (
        <ShareCode
          {...{ requested: code, current: url, owner: ownerOf(group), onDone }}
          parent={`${pathOf(group.id)}/${subPaths.groupLink}`}
        />
      )}
    </LoadedGroupCode>
  )
}
