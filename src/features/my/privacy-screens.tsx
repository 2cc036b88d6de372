import { Ban } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import type { AccountClient } from '#client/client.ts'
import type { VerificationSettings } from '#client/own-settings.ts'
import type { OwnTyping } from '#client/own-typing.ts'
import type { Rejection } from '#domain/commands/command.ts'
import { findByName } from '#domain/contacts/find-by-name.ts'
import type { BlockedPerson } from '#schemas/translate/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useFocusOfNextRow } from '#src/ui/use-focus-of-next-row.ts'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useBlacklist, useBlocking } from '../contacts/use-blocking.ts'
import groups from '../groups/groups.module.css'
import { MyPage, Setting, WithOwnSettings } from './my-page.tsx'
import styles from './my-screen.module.css'
import { Entry } from './my-screen.tsx'

/** Who must ask before they reach this person, and whom they have blocked [SET-11]. */
export const PrivacyScreen = () => (
  <MyPage titleId="my.privacy">
    <WithOwnSettings placeholder={<VerificationSwitches settings={undefined} />}>
      {({ verification }) => <Verification verification={verification} />}
    </WithOwnSettings>
    <TypingChoice />
    <div className={styles.group}>
      <Entry to={paths.blacklist} icon={Ban} titleId="my.blacklist" />
    </div>
  </MyPage>
)

/** Two switches that apply immediately and are reverted with a notice if the server rejects them [SET-11 SET-18]. */
const Verification = ({ verification }: { readonly verification: VerificationSettings }) => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const settings = useReadable(verification.settings)
  const { failure, load } = useFreshSettings(verification)
  if (settings === undefined && failure !== undefined)
    return <ErrorState title={rejectionText(failure)} onRetry={load} />
  const change = async (kind: VerificationKind, isManual: boolean) => {
    const outcome = await verification.change(kind, isManual)
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  return <VerificationSwitches settings={settings} onChange={(...changed) => void change(...changed)} />
}

const verificationKinds = ['friend', 'group'] as const
type VerificationKind = (typeof verificationKinds)[number]

interface VerificationSwitchesProps {
  /** Undefined while loading. The rows have their places already. */
  readonly settings: Readonly<Record<VerificationKind, boolean>> | undefined
  readonly onChange?: (kind: VerificationKind, isManual: boolean) => void
}

const VerificationSwitches = ({ settings, onChange }: VerificationSwitchesProps) => {
  const text = useText()
  return (
    <section className={styles.card} aria-label={text('my.privacy.verification')}>
      {verificationKinds.map((kind) => (
        <Setting key={kind} id={kind}>
          <Switch
            label={text(`my.privacy.${kind}`)}
            description={text(`my.privacy.${kind}.hint`)}
            isOn={settings?.[kind]}
            onChange={(isOn) => onChange?.(kind, isOn)}
          />
        </Setting>
      ))}
    </section>
  )
}

/** Whether others see that this user types or records, and the user sees it of them; only if the server has it (DEC-245). */
const TypingChoice = () => {
  const { lookups, loadTyping } = useAccount()
  const isOffered = useReadable(lookups.extensions).has('typing')
  return isOffered ? <LoadedTypingChoice load={loadTyping} /> : null
}

const LoadedTypingChoice = ({ load }: { readonly load: AccountClient['loadTyping'] }) => {
  const { loaded, hasFailed, retry } = useLoaded(load)
  if (loaded !== undefined) return <StoredTypingChoice setting={loaded.setting} />
  return hasFailed ? <ErrorState onRetry={retry} /> : <TypingSwitch isShown={undefined} />
}

const StoredTypingChoice = ({ setting }: Pick<OwnTyping, 'setting'>) => {
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const known = useReadable(setting.settings)
  const { failure, load } = useFreshSettings(setting)
  if (known === undefined && failure !== undefined)
    return <ErrorState title={rejectionText(failure)} onRetry={load} />
  const change = async (isShown: boolean) => {
    const outcome = await setting.change({ isShown })
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  return <TypingSwitch isShown={known?.isShown} onChange={(isShown) => void change(isShown)} />
}

interface TypingSwitchProps {
  /** Undefined while loading. */
  readonly isShown: boolean | undefined
  readonly onChange?: (isShown: boolean) => void
}

const TypingSwitch = ({ isShown, onChange }: TypingSwitchProps) => {
  const text = useText()
  return (
    <section className={styles.card} aria-label={text('my.privacy.typing')}>
      <Setting id="typing">
        <Switch
          label={text('my.privacy.typing.show')}
          description={text('my.privacy.typing.hint')}
          isOn={isShown}
          onChange={(isOn) => onChange?.(isOn)}
        />
      </Setting>
    </section>
  )
}

/** Fetches the settings each time the page opens [SET-17]. The known ones are shown meanwhile. */
const useFreshSettings = (settings: Pick<VerificationSettings, 'load'>) => {
  const [failure, setFailure] = useState<Rejection>()
  const load = useCallback(() => {
    setFailure(undefined)
    void settings.load().then((outcome) => setFailure(outcome.isOk ? undefined : outcome.rejection))
  }, [settings])
  useEffect(load, [load])
  return { failure, load }
}

/** The people whom this user has blocked, with a search by nickname [BLOCK-01]. */
export const BlacklistScreen = () => {
  const { people, hasFailed, retry } = useBlacklist()
  return (
    <MyPage titleId="my.blacklist" parent={paths.ownPrivacy}>
      {people === undefined && !hasFailed && <SkeletonList rows={3} />}
      {people === undefined && hasFailed && <ErrorState onRetry={retry} />}
      {people !== undefined && <BlockedPeople people={people} />}
    </MyPage>
  )
}

const BlockedPeople = ({ people }: { readonly people: readonly BlockedPerson[] }) => {
  const text = useText()
  const [keyword, setKeyword] = useState('')
  const wanted = useDeferredValue(keyword)
  const found = findByName(
    people.map((person) => ({ label: person.nickname, person })),
    wanted,
  )
  if (people.length === 0)
    return (
      <EmptyState
        illustration="shield"
        title={text('my.blacklist.empty.title')}
        description={text('my.blacklist.empty.text')}
      />
    )
  return (
    <>
      <SearchField label={text('my.blacklist.search')} value={keyword} onChange={setKeyword} />
      {found.length === 0 ? (
        <EmptyState illustration="no-result" title={text('search.no-result', { keyword: wanted.trim() })} />
      ) : (
        <ul aria-label={text('my.blacklist')}>
          {found.map(({ person }) => (
            <BlockedRow key={person.entryId} person={person} />
          ))}
        </ul>
      )}
    </>
  )
}

/** A blocked person with a button that asks before it unblocks [BLOCK-02]. */
const BlockedRow = ({ person }: { readonly person: BlockedPerson }) => {
  const text = useText()
  const [isAsking, setIsAsking] = useState(false)
  const { isPending, unblock } = useBlocking(person.userId)
  const name = person.nickname
  const row = useRef<HTMLLIElement>(null)
  useFocusOfNextRow(row)
  const confirm = () => {
    setIsAsking(false)
    unblock(person.entryId)
  }
  return (
    <li ref={row} className={groups.row} aria-label={name}>
      <ListRow
        leading={<Avatar id={person.userId} name={name} url={person.avatarUrl} />}
        title={<bdi>{name}</bdi>}
      />
      <Button isPending={isPending} onPress={() => setIsAsking(true)}>
        {text('contact.unblock')}
      </Button>
      <ConfirmDialog
        title={text('contact.unblock.question', { name })}
        isOpen={isAsking}
        confirmLabel={text('contact.unblock')}
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('contact.unblock.consequence')}</p>
      </ConfirmDialog>
    </li>
  )
}
