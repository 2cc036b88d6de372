import { useNavigate, useSearch } from '@tanstack/react-router'
import { ScanLine, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CodeOperations, OwnCodes } from '#client/codes.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { Screen } from '#src/ui/screen.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { CodeCard, ShareCode } from './code-card.tsx'
import type { CodeOwner } from './drawn-code.tsx'
import { WithCodes } from './with-codes.tsx'

/**
 * The own code, for people who want to add this user, and the invitation for people without an account. The scanner is
 * for other frames than desktops [ME-08 QR-02 QR-22].
 */
export const OwnCodeScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.my)
  return (
    <Screen title={text('codes.own')} onBack={goBack} isNarrow>
      <WithCodes>
        {({ own, renewOwn }) => (
          <LoadedCodes own={own}>
            {(codes, owner) => <OwnCode codes={codes} owner={owner} renew={renewOwn} />}
          </LoadedCodes>
        )}
      </WithCodes>
    </Screen>
  )
}

interface LoadedCodesProps extends Pick<CodeOperations, 'own'> {
  readonly children: (codes: OwnCodes, owner: CodeOwner) => ReactNode
}

const LoadedCodes = ({ own, children }: LoadedCodesProps) => {
  const text = useText()
  const view = useReadable(own)
  const profile = useReadable(useAccount().profile)
  if (view.status === 'failed') return <ErrorState title={text('codes.failed')} onRetry={own.reload} />
  if (view.status === 'loading' || profile === undefined) return <SkeletonList rows={1} />
  return children(view.value, { id: profile.userId, name: profile.nickname, avatarUrl: profile.avatarUrl })
}

interface OwnCodeProps {
  readonly codes: OwnCodes
  readonly owner: CodeOwner
  readonly renew: CodeOperations['renewOwn']
}

const OwnCode = ({ codes: { user, registration }, owner, renew }: OwnCodeProps) => {
  const text = useText()
  const copy = useCopy()
  const hasScanner = useFrameMode() !== 'full'
  const navigate = useNavigate()
  return (
    <CodeCard
      url={user}
      owner={owner}
      hint={text('codes.own.hint')}
      onShare={() => void navigate({ to: paths.shareOwnCode, search: { code: user } })}
      renew={renew}
    >
      {hasScanner && (
        <Button
          isWide
          icon={<ScanLine aria-hidden="true" />}
          onPress={() => void navigate({ to: paths.scan })}
        >
          {text('contact.scan')}
        </Button>
      )}
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
      <WithCodes>
        {({ own }) => (
          <LoadedCodes own={own}>
            {({ user }, owner) => (
              <ShareCode
                {...{ requested: code, current: user, owner, parent: paths.ownCode }}
                onDone={goBack}
              />
            )}
          </LoadedCodes>
        )}
      </WithCodes>
    </Screen>
  )
}
