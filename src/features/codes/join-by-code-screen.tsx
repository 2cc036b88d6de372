import { Navigate, useSearch } from '@tanstack/react-router'
import type { CodeOperations, GroupOfCode } from '#client/codes.ts'
import type { GroupInfo } from '#client/group-lookups.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { GroupEntrance } from '../groups/join-group-screen.tsx'
import { RejectedCode, WithCodes } from './with-codes.tsx'

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
