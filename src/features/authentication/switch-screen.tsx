import { Navigate, useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useSubmissionWithToast } from '#src/features/forms/use-submission.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { PressButton } from '#src/ui/press-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './switch-screen.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the account switch opened the sign-in, which then has a back button [AUTH-06]. */
    readonly from?: 'switch'
  }
}

/** The stored accounts: continues with one, or signs in with another [AUTH-18 AUTH-20]. */
export const SwitchScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { accountsInUse, authentication, preloadAccount } = useClient()
  useEffect(preloadAccount, [preloadAccount])
  const inUse = useReadable(accountsInUse)
  const { accounts, status } = useReadable(authentication.view)
  const { choosing, choose } = useChoice()
  if (accounts.length === 0 && status === 'signed-out') return <Navigate to={paths.signIn} replace />
  return (
    <AuthPage title={text('auth.switch.title')} subtitle={text('auth.switch.subtitle')}>
      <ul className={styles.accounts} aria-label={text('auth.switch.accounts')}>
        {accounts.map((account) => (
          <li key={account.userId}>
            <AccountRow
              account={account}
              isInUse={inUse.has(account.userId)}
              isChoosing={choosing === account.userId}
              onChoose={() => choose(account.userId)}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<UserPlus aria-hidden="true" />}
        isWide
        onPress={() => void navigate({ to: paths.signIn, state: { from: 'switch' } })}
      >
        {text('auth.switch.other')}
      </Button>
    </AuthPage>
  )
}

interface AccountRowProps {
  readonly account: StoredAccount
  /** Whether another tab of this device has it open [AUTH-19]. */
  readonly isInUse: boolean
  readonly isChoosing: boolean
  readonly onChoose: () => void
}

const AccountRow = ({ account, isInUse, isChoosing, onChoose }: AccountRowProps) => {
  const text = useText()
  return (
    <PressButton className={listRowTarget} onPress={onChoose}>
      <ListRow
        leading={<Avatar id={account.userId} name={account.nickname} url={account.avatarUrl} />}
        title={<bdi>{account.nickname}</bdi>}
        titleEnd={isChoosing ? <Spinner size="small" /> : undefined}
        detail={markOf(account, isInUse, text)}
      />
    </PressButton>
  )
}

const markOf = ({ error }: StoredAccount, isInUse: boolean, text: Translate): string | undefined => {
  if (error !== undefined) return text('auth.switch.signed-out')
  return isInUse ? text('auth.switch.in-use') : undefined
}

const useChoice = () => {
  const { authentication } = useClient()
  const navigate = useNavigate()
  const submission = useSubmissionWithToast()
  const [asked, setAsked] = useState<StoredAccount['userId']>()
  return {
    choosing: submission.isSubmitting ? asked : undefined,
    choose: (account: StoredAccount['userId']) => {
      setAsked(account)
      submission.submit(async () => {
        const outcome = await authentication.choose(account)
        if (outcome.isOk) void navigate({ to: paths.messages, replace: true })
        return outcome
      })
    },
  }
}
