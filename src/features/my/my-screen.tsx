import { useLingui } from '@lingui/react'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Ban,
  Bell,
  Bookmark,
  Check,
  Copy,
  LogOut as LogOutIcon,
  QrCode,
  ShieldCheck,
  Sticker,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Label, Radio, RadioGroup } from 'react-aria-components'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { useApp, usePreferences } from '#src/app/app-context.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { findLocale, locales } from '#src/app/locales.ts'
import { schemes, themes } from '#src/app/preferences.ts'
import { findTheme, themeOf } from '#src/app/use-appearance.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { appVersion } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
import { oneOf } from '#src/routes/search.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { ListRow, listRowTarget, RowIcon } from '#src/ui/list-row.tsx'
import { Segments } from '#src/ui/segments.tsx'
import { Select } from '#src/ui/select.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { MyPage } from './my-page.tsx'
import styles from './my-screen.module.css'

/** The own page: profile, preferences and sign-out [ME-04 ME-23]. */
export const MyScreen = () => {
  const text = useText()
  const profile = useReadable(useAccount().profile)
  return (
    <MyPage>
      <ProfileCard profile={profile} />
      <PreferencesCard />
      <Ways />
      <LogOut name={profile?.nickname ?? ''} />
      <DeleteAccount name={profile?.nickname ?? ''} />
      <p className={styles.version}>
        {text('my.version', { version: appVersion })} ·{' '}
        <Link to={paths.commandCenter} className={styles.diagnostics ?? ''}>
          {text('common.diagnostics.title')}
        </Link>
      </p>
    </MyPage>
  )
}

/** Links to the own sub-pages. An embedding app has its own page about security [ME-24]. */
const Ways = () => {
  const text = useText()
  const { embeddedIn } = useReadable(useApp().host)
  return (
    <div className={styles.ways}>
      <Link to={paths.ownCode} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={QrCode} />} title={text('my.code')} />
      </Link>
      <Link to={paths.notifications} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Bell} />} title={text('my.notifications')} />
      </Link>
      {embeddedIn === undefined && (
        <Link to={paths.security} className={listRowTarget}>
          <ListRow leading={<RowIcon icon={ShieldCheck} />} title={text('my.security')} />
        </Link>
      )}
      <Link to={paths.blacklist} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Ban} />} title={text('my.blacklist')} />
      </Link>
      <Link to={paths.collections} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Bookmark} />} title={text('collections.title')} />
      </Link>
      <Link to={paths.stickers} className={listRowTarget}>
        <ListRow leading={<RowIcon icon={Sticker} />} title={text('stickers.title')} />
      </Link>
    </div>
  )
}

/**
 * Asks for confirmation with the account's name and the consequences, then deletes it permanently [ME-05 ME-20
 * ME-21].
 */
const DeleteAccount = ({ name }: { readonly name: string }) => {
  const text = useText()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { authentication } = useClient()
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const deleteAccount = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    const outcome = await authentication.deleteAccount()
    setIsDeleting(false)
    if (outcome.isOk) return navigate({ to: paths.signIn, replace: true })
    toasts.show({ kind: 'error', text: outcome.rejection.text ?? text('my.delete-account-failed') })
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        variant="quiet"
        isPending={isDeleting}
        icon={<Trash2 aria-hidden="true" />}
        onPress={() => setIsAsking(true)}
      >
        {text('my.delete-account')}
      </Button>
      <ConfirmDialog
        title={text('my.delete-account-question', { name })}
        isOpen={isAsking}
        confirmLabel={text('my.delete-account')}
        isDanger
        onConfirm={() => void deleteAccount()}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('my.delete-account-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** Asks for confirmation with the account's name and what would be lost, then signs out [ME-23] (DEC-115). */
const LogOut = ({ name }: { readonly name: string }) => {
  const text = useText()
  const navigate = useNavigate()
  const { authentication } = useClient()
  const [unsentCount, setUnsentCount] = useState<number>()
  const logOut = async () => {
    setUnsentCount(undefined)
    await navigate({ to: paths.signIn, replace: true })
    await authentication.signOut()
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        icon={<LogOutIcon aria-hidden="true" />}
        onPress={() => setUnsentCount(authentication.unsentCount())}
      >
        {text('my.log-out')}
      </Button>
      <ConfirmDialog
        title={text('my.log-out-question', { name })}
        isOpen={unsentCount !== undefined}
        confirmLabel={text('my.log-out')}
        isDanger
        onConfirm={() => void logOut()}
        onClose={() => setUnsentCount(undefined)}
      >
        {unsentCount !== undefined && unsentCount > 0 && (
          <p>{text('my.log-out-unsent', { count: unsentCount })}</p>
        )}
        <p>{text('my.log-out-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

/** The own profile: avatar, names, phone number, and chat id [ME-04]. */
const ProfileCard = ({ profile }: { readonly profile: ProfileFacts | undefined }) => {
  const text = useText()
  const copy = useCopy()
  if (profile === undefined) return <SkeletonList rows={1} />
  const { userId, nickname, avatarUrl, signature, telCode, phone, chatId } = profile
  return (
    <section className={styles.card} aria-label={nickname}>
      <div className={styles.profile}>
        <Avatar id={userId} name={nickname} url={avatarUrl} size="large" />
        <div className={styles.who}>
          <h2 className={styles.name}>{nickname}</h2>
          {signature !== '' && <p className={styles.quiet}>{signature}</p>}
        </div>
      </div>
      <dl className={styles.facts}>
        {phone !== '' && <Fact name={text('my.phone')}>{`+${telCode} ${phone}`}</Fact>}
        <Fact name={text('my.chat-id')}>
          {chatId}
          <IconButton label={text('my.copy-chat-id')} icon={<Copy />} onPress={() => void copy(chatId)} />
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Language and appearance. Changes apply immediately and are stored on this device. */
const PreferencesCard = () => {
  const text = useText()
  const { i18n } = useLingui()
  const [{ scheme, isMotionReduced }, change] = usePreferences()
  return (
    <section className={styles.card} aria-label={text('my.preferences')}>
      <h2 className={styles.heading}>{text('my.preferences')}</h2>
      <Select
        label={text('my.language')}
        options={locales.map((id) => ({ id, name: text(`common.language.${id}`) }))}
        selected={i18n.locale}
        onSelect={(id) => change({ locale: findLocale(id) })}
      />
      <Segments
        label={text('my.appearance')}
        items={schemes.map((id) => ({ id, label: text(`my.scheme.${id}`) }))}
        selected={scheme}
        onSelect={(id) => change({ scheme: oneOf(schemes, id) ?? scheme })}
      />
      <ThemeChoice />
      <Switch
        label={text('my.reduce-motion')}
        isOn={isMotionReduced}
        onChange={(isOn) => change({ isMotionReduced: isOn })}
      />
    </section>
  )
}

/** The five themes as dots in their colours [THEME-01]. */
const ThemeChoice = () => {
  const text = useText()
  const { environment } = useApp()
  const [{ theme: chosen }, change] = usePreferences()
  return (
    <RadioGroup
      value={themeOf(chosen, environment.brand)}
      onChange={(id) => change({ theme: findTheme(id) })}
      orientation="horizontal"
      className={classNames(styles.themes)}
    >
      <Label className={classNames(styles.label)}>{text('my.theme')}</Label>
      <div className={styles.swatches}>
        {themes.map((theme) => (
          <Radio key={theme} value={theme} className={classNames(styles.swatch)}>
            {({ isSelected }) => (
              <>
                {/* Repeating theme and scheme makes this dot resolve its colours for that theme. */}
                <span className={styles.colour} data-theme={theme} data-scheme="light" aria-hidden="true">
                  {isSelected && <Check />}
                </span>
                {text(`my.theme.${theme}`)}
              </>
            )}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  )
}
