import { KeyRound, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SignIns } from '#client/sign-ins.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { dateFormatter } from '#domain/formats/calendar.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { RowIcon } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import type { SignIn } from '#streams/api/sign-ins.ts'
import { MyPage, Setting } from './my-page.tsx'
import cards from './my-screen.module.css'
import { Entry } from './my-screen.tsx'
import styles from './security-screen.module.css'

/** The password, and the devices on which the account is signed in, each with its sign-out. */
export const SecurityScreen = () => (
  <MyPage titleId="my.security">
    <div className={cards.group}>
      <Entry to={paths.password} icon={KeyRound} titleId="my.password" />
    </div>
    <SignInsLoader />
  </MyPage>
)

/** Loads the operations on sign-ins when the page opens. */
const SignInsLoader = () => {
  const text = useText()
  const { loaded: signIns, hasFailed, retry } = useLoaded(useAccount().loadSignIns)
  if (signIns !== undefined) return <Devices signIns={signIns} />
  if (!hasFailed) return <SkeletonList rows={3} />
  return <ErrorState title={text('my.security.load-failed')} onRetry={retry} />
}

const Devices = ({ signIns }: { readonly signIns: SignIns }) => {
  const text = useText()
  const view = useReadable(signIns.list)
  if (view.status === 'loading') return <SkeletonList rows={3} />
  if (view.status === 'failed')
    return <ErrorState title={text('my.security.load-failed')} onRetry={signIns.list.reload} />
  const current = view.value.filter(({ isCurrent }) => isCurrent)
  const others = view.value.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <section className={cards.card} aria-labelledby="this-device">
        <h2 id="this-device" className={cards.heading}>
          {text('my.security.this-device')}
        </h2>
        <DeviceList signIns={signIns} shown={current} />
      </section>
      <section className={cards.card} aria-labelledby="other-sign-ins">
        <Setting id="other-devices">
          <h2 id="other-sign-ins" className={cards.heading}>
            {text('my.security.other-devices')}
          </h2>
          <p className={cards.quiet}>{text(others.length === 0 ? 'my.security.none' : 'my.security.hint')}</p>
          {others.length > 0 && (
            <>
              <DeviceList signIns={signIns} shown={others} />
              <SignOutOthers signIns={signIns} count={others.length} />
            </>
          )}
        </Setting>
      </section>
    </>
  )
}

interface DeviceListProps {
  readonly signIns: SignIns
  readonly shown: readonly SignIn[]
}

const DeviceList = ({ signIns, shown }: DeviceListProps) => (
  <ul className={styles.devices}>
    {shown.map((signIn) => (
      <DeviceRow key={signIn.id} signIns={signIns} signIn={signIn} />
    ))}
  </ul>
)

/** A device that was active within this time is shown as active now, ms. */
const activeWithin = 60_000

interface DeviceRowProps {
  readonly signIns: SignIns
  readonly signIn: SignIn
}

const DeviceRow = ({ signIns, signIn }: DeviceRowProps) => {
  const text = useText()
  const { locale } = useViewpoint()
  const now = useAccount().serverNow()
  const dateOf = (at: number) =>
    dateFormatter(locale, undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(at)
  const { id, device, isCurrent, lastActiveAt, signedInAt } = signIn
  const name = nameOf(device, text)
  const isActive = isCurrent || now - lastActiveAt < activeWithin
  return (
    <li className={styles.device} aria-label={name}>
      <RowIcon icon={/Android|iOS/.test(device) ? Smartphone : Monitor} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={classNames(styles.detail, isActive && styles.active)}>
          {isActive
            ? text('my.security.active-now')
            : text('my.security.last-active', { date: dateOf(lastActiveAt) })}
        </span>
        <span className={styles.detail}>{text('my.security.signed-in', { date: dateOf(signedInAt) })}</span>
      </span>
      {!isCurrent && (
        <SignOut
          label={text('my.security.sign-out')}
          question={text('my.security.sign-out-question', { device: name })}
          consequence={text('my.security.consequence', { count: 1 })}
          success={text('my.security.signed-out', { device: name })}
          act={() => signIns.end(id)}
        />
      )}
    </li>
  )
}

/** The name of a device in words. The server separates browser and system by a comma. */
function nameOf(device: string, text: Translate): string {
  const [browser, system] = device.split(', ')
  if (!browser) return text('my.security.unknown-device')
  return system === undefined ? browser : text('my.security.device', { browser, system })
}

const SignOutOthers = ({ signIns, count }: { readonly signIns: SignIns; readonly count: number }) => {
  const text = useText()
  return (
    <div className={cards.danger}>
      <SignOut
        label={text('my.security.sign-out-others')}
        question={text('my.security.sign-out-others-question')}
        consequence={text('my.security.consequence', { count })}
        success={text('my.security.signed-out-others')}
        act={signIns.endOthers}
        isWide
      />
    </div>
  )
}

interface SignOutProps {
  readonly label: string
  readonly question: string
  readonly consequence: string
  readonly success: string
  readonly act: () => Promise<Outcome>
  readonly isWide?: boolean
}

/** A button that asks for confirmation and then signs out. */
const SignOut = ({ label, question, consequence, success, act, isWide = false }: SignOutProps) => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const signOut = async () => {
    setIsAsking(false)
    setIsPending(true)
    const outcome = await act()
    setIsPending(false)
    toasts.show(
      outcome.isOk
        ? { kind: 'success', text: success }
        : { kind: 'error', text: rejectionText(outcome.rejection) },
    )
  }
  return (
    <>
      <Button
        isWide={isWide}
        variant={isWide ? 'quiet' : 'secondary'}
        isPending={isPending}
        onPress={() => setIsAsking(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        title={question}
        isOpen={isAsking}
        confirmLabel={text('my.security.sign-out')}
        isDanger
        onConfirm={() => void signOut()}
        onClose={() => setIsAsking(false)}
      >
        <p>{consequence}</p>
      </ConfirmDialog>
    </>
  )
}
