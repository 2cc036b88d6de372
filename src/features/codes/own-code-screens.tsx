import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScanLine, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OwnCodes } from '#client/codes.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { CodeCard } from './code-card.tsx'
import type { CodeOwner } from './drawn-code.tsx'
import { ShareCode } from './share-code.tsx'
import { useCodes } from './use-codes.ts'

/** The own code, for people who want to add this user, and the invitation for people without an account [QR-02]. */
export const OwnCodeScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.my)
  return (
    <Screen title={text('codes.own')} onBack={goBack} isNarrow>
      <LoadedCodes>{(codes, owner) => <OwnCode codes={codes} owner={owner} />}</LoadedCodes>
    </Screen>
  )
}

interface LoadedCodesProps {
  readonly children: (codes: OwnCodes, owner: CodeOwner) => ReactNode
}

const LoadedCodes = ({ children }: LoadedCodesProps) => {
  const text = useText()
  const { own } = useCodes()
  const view = useReadable(own)
  const profile = useReadable(useAccount().profile)
  if (view.status === 'failed') return <ErrorState title={text('codes.failed')} onRetry={own.reload} />
  if (view.status === 'loading' || profile === undefined) return <SkeletonList rows={1} />
  return children(view.value, { id: profile.userId, name: profile.nickname, avatarUrl: profile.avatarUrl })
}

interface OwnCodeProps {
  readonly codes: OwnCodes
  readonly owner: CodeOwner
}

const OwnCode = ({ codes: { user, registration }, owner }: OwnCodeProps) => {
  const text = useText()
  const copy = useCopy()
  const navigate = useNavigate()
  const { renewOwn } = useCodes()
  return (
    <CodeCard
      url={user}
      owner={owner}
      hint={text('codes.own.hint')}
      onShare={() => void navigate({ to: paths.shareOwnCode, search: { code: user } })}
      renew={renewOwn}
    >
      <Button isWide icon={<ScanLine aria-hidden="true" />} onPress={() => void navigate({ to: paths.scan })}>
        {text('codes.scan')}
      </Button>
      {registration !== undefined && (
        <Button isWide icon={<UserPlus aria-hidden="true" />} onPress={() => void copy(registration)}>
          {text('codes.invite')}
        </Button>
      )}
    </CodeCard>
  )
}

/** Sends the picture of the own code to people and groups [QR-19]. */
export const ShareOwnCodeScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.ownCode)
  const { code } = useSearch({ strict: false })
  return (
    <Screen title={text('codes.share')} onBack={goBack} isNarrow>
      <LoadedCodes>
        {({ user }, owner) => (
          <ShareCode {...{ requested: code, current: user, owner, parent: paths.ownCode }} onDone={goBack} />
        )}
      </LoadedCodes>
    </Screen>
  )
}
