import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { LogOut, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { badgeText, unmutedUnreadTotal } from '#domain/formats/row-badge.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useSubmissionWithToast } from '#src/features/forms/use-submission.ts'
import { paths } from '#src/routes/route-table.ts'
import { signInTarget } from '#src/routes/search-params.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Button, PressButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget } from '#src/ui/list-row.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { emptyReadable, useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { AuthPage } from './auth-page.tsx'
import styles from './switch-screen.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set if the account switch opened the sign-in, which then has a back button [AUTH-06]. */
    readonly from?: 'switch'
  }
}

/** The stored accounts: continues with one, signs in with another, or signs out of one or all [AUTH-18 AUTH-20 AUTH-21]. */
export const SwitchScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const { redirect } = useLocation().state
  const { accountsInUse, authentication, preloadAccount } = useClient()
  useEffect(preloadAccount, [preloadAccount])
  const inUse = useReadable(accountsInUse)
  const { accounts, chosen, status } = useReadable(authentication.view)
  const { choosing, choose } = useChoice()
  const goBack = useGoBack(paths.my)
  const [leaving, setLeaving] = useState<Leaving>()
  const isEmpty = accounts.length === 0 && status === 'signed-out'
  // Not `Navigate`, which navigates again on each render until the other page's code has loaded.
  useEffect(() => {
    if (isEmpty) void navigate({ to: paths.signIn, replace: true })
  }, [isEmpty, navigate])
  if (isEmpty) return null
  return (
    <AuthPage
      title={text('auth.switch.title')}
      subtitle={text('auth.switch.subtitle')}
      onBack={status === 'signed-in' ? goBack : undefined}
    >
      <ul className={styles.accounts} aria-label={text('auth.switch.accounts')}>
        {accounts.map((account) => (
          <li key={account.userId} className={styles.account}>
            <AccountRow
              account={account}
              mark={markOf(account, {
                isHere: chosen === account.userId,
                isInUse: inUse.has(account.userId),
              })}
              isChoosing={choosing === account.userId}
              onChoose={() => choose(account.userId)}
            />
            <IconButton
              label={text('auth.switch.sign-out', { name: account.nickname })}
              icon={<LogOut />}
              onPress={() => setLeaving({ account })}
            />
          </li>
        ))}
      </ul>
      <Button
        icon={<UserPlus aria-hidden="true" />}
        isWide
        onPress={() =>
          void navigate({
            to: paths.signIn,
            search: redirect === undefined ? {} : { redirect },
            state: { from: 'switch' },
          })
        }
      >
        {text('auth.switch.other')}
      </Button>
      <Button
        variant="quiet-danger"
        icon={<LogOut aria-hidden="true" />}
        isWide
        onPress={() => setLeaving({ count: accounts.length })}
      >
        {text('auth.switch.sign-out-all')}
      </Button>
      <SignOutQuestion leaving={leaving} onClose={() => setLeaving(undefined)} />
    </AuthPage>
  )
}

interface AccountRowProps {
  readonly account: StoredAccount
  /** Text id. */
  readonly mark: string | undefined
  readonly isChoosing: boolean
  readonly onChoose: () => void
}

const AccountRow = ({ account, mark, isChoosing, onChoose }: AccountRowProps) => {
  const text = useText()
  const running = useReadable(useClient().accounts).find(({ userId }) => userId === account.userId)
  const unread = useSelected(running?.conversations ?? emptyReadable, unmutedUnreadTotal)
  return (
    <PressButton
      className={listRowTarget}
      onPress={onChoose}
      {...(unread > 0 ? { 'aria-description': text('auth.switch.unread', { count: unread }) } : {})}
    >
      <ListRow
        leading={<Avatar id={account.userId} name={account.nickname} url={account.avatarUrl} />}
        title={<bdi>{account.nickname}</bdi>}
        titleEnd={isChoosing ? <Spinner size="small" /> : undefined}
        detail={mark && text(mark)}
        trailing={<Badge text={badgeText(unread)} />}
      />
    </PressButton>
  )
}

interface Use {
  /** Open in this tab. */
  readonly isHere: boolean
  /** Open in another tab of this device [AUTH-19]. */
  readonly isInUse: boolean
}

const markOf = ({ error }: StoredAccount, { isHere, isInUse }: Use): string | undefined => {
  if (error !== undefined) return 'auth.switch.signed-out'
  if (isHere) return 'auth.switch.here'
  return isInUse ? 'auth.switch.in-use' : undefined
}

/** The account to sign out, or the number of accounts if it is all. */
type Leaving = { readonly account: StoredAccount } | { readonly count: number }

interface SignOutQuestionProps {
  readonly leaving: Leaving | undefined
  readonly onClose: () => void
}

/** Asks for confirmation, then signs out of one account or of all [AUTH-38] (DEC-115). */
const SignOutQuestion = ({ leaving, onClose }: SignOutQuestionProps) => {
  const text = useText()
  const { authentication } = useClient()
  if (leaving === undefined) return null
  const isOne = 'account' in leaving
  const unsentCount = authentication.unsentCount(isOne ? leaving.account.userId : 'all')
  const signOut = () => {
    onClose()
    void (isOne ? authentication.signOut(leaving.account.userId) : authentication.signOutAll())
  }
  return (
    <ConfirmDialog
      title={
        isOne
          ? text('auth.switch.sign-out-question', { name: leaving.account.nickname })
          : text('auth.switch.sign-out-all-question', { count: leaving.count })
      }
      isOpen
      isDanger
      confirmLabel={text(isOne ? 'auth.switch.sign-out-confirm' : 'auth.switch.sign-out-all')}
      onConfirm={signOut}
      onClose={onClose}
    >
      {unsentCount > 0 && <p>{text('auth.switch.unsent', { count: unsentCount })}</p>}
      <p>{text('auth.switch.sign-out-consequence')}</p>
    </ConfirmDialog>
  )
}

const useChoice = () => {
  const { authentication } = useClient()
  const { history } = useRouter()
  const target = useLocation({ select: ({ state }) => signInTarget(state.redirect) })
  const submission = useSubmissionWithToast()
  const [chosen, setChosen] = useState<StoredAccount['userId']>()
  return {
    choosing: submission.isSubmitting ? chosen : undefined,
    choose: (account: StoredAccount['userId']) => {
      setChosen(account)
      submission.submit(async () => {
        const outcome = await authentication.choose(account)
        if (outcome.isOk) history.replace(target)
        return outcome
      })
    },
  }
}
