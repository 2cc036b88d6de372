import { useNavigate } from '@tanstack/react-router'
import { Copy, QrCode, ScanLine } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { FieldError } from '#domain/forms/field-rule.ts'
import { checkKeyword, maxKeywordLength } from '#domain/forms/friend-forms.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import { useApp } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './add-friend-screen.module.css'
import { decideFound } from './person-decisions.ts'

/** Finds a person by phone number or chat id; Enter searches [FRIEND-07 FRIEND-09]. */
export const AddFriendScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const isDesktop = useFrameMode() === 'full'
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<FieldError>()
  const [keyword, setKeyword] = useState<string>()
  const search = () => {
    const fault = checkKeyword(typed)
    setError(fault)
    setKeyword(fault ? undefined : typed.trim())
  }
  const forget = useCallback(() => setKeyword(undefined), [])
  const type = (next: string) => {
    setTyped(next.slice(0, maxKeywordLength))
    setError(undefined)
    forget()
  }
  return (
    <Panel
      title={text('contact.add-friend')}
      onBack={goBack}
      placement="centre"
      actions={!isDesktop && <ScanAction />}
    >
      <div className={styles.search}>
        <SearchField
          label={text('contact.add-friend.keyword')}
          value={typed}
          onChange={type}
          onSubmit={search}
          error={error && text(error.key, error.values)}
          autoFocus
        />
      </div>
      {keyword === undefined ? <Hint /> : <Found keyword={keyword} onLeft={forget} />}
    </Panel>
  )
}

/** The scan icon, which desktops do not have [FRIEND-08]. */
const ScanAction = () => {
  const text = useText()
  const navigate = useNavigate()
  return (
    <IconButton
      label={text('contact.scan')}
      icon={<ScanLine />}
      onPress={() => void navigate({ to: paths.scan })}
    />
  )
}

const Hint = () => {
  const text = useText()
  const navigate = useNavigate()
  const isDesktop = useFrameMode() === 'full'
  return (
    <>
      <EmptyState
        illustration="search"
        title={text('contact.add-friend.hint.title')}
        description={text('contact.add-friend.hint.text')}
        action={
          isDesktop && (
            <Button icon={<QrCode aria-hidden="true" />} onPress={() => void navigate({ to: paths.scan })}>
              {text('contact.use-code')}
            </Button>
          )
        }
      />
      <OwnChatId />
    </>
  )
}

interface FoundProps {
  readonly keyword: string
  /** Called when the search has led to another page or a notice. The field can be used again. */
  readonly onLeft: () => void
}

/** Looks up a person and opens their page; shows a message if there is none. */
const Found = ({ keyword, onLeft }: FoundProps) => {
  const text = useText()
  const { lookups } = useAccount()
  const lookup = useMemo(() => lookups.person(keyword), [lookups, keyword])
  const view = useReadable(lookup)
  const person = view.status === 'ready' ? view.value[0] : undefined
  const open = useOpenPerson(onLeft)
  useEffect(() => {
    if (person !== undefined) open(person)
  }, [person, open])

  if (view.status === 'failed') {
    return (
      <ErrorState
        title={view.rejection.text ?? text('contact.add-friend.failed')}
        onRetry={() => lookup.reload()}
      />
    )
  }
  if (view.status === 'loading' || person !== undefined) return <SkeletonList rows={1} />
  return (
    <EmptyState
      illustration="no-result"
      title={text('contact.add-friend.none.title')}
      description={text('contact.add-friend.none.text', { keyword })}
    />
  )
}

/**
 * Opens the friend request; for the own account the own page or, on desktop and embedded, a notice [FRIEND-10
 * FRIEND-11].
 */
const useOpenPerson = (onLeft: () => void): ((person: FoundPerson) => void) => {
  const text = useText()
  const toasts = useToasts()
  const navigate = useNavigate()
  const { userId: ownId } = useAccount()
  const isEmbedded = useReadable(useApp().host).embeddedIn !== undefined
  const staysHere = useFrameMode() === 'full' || isEmbedded
  return useCallback(
    (person) => {
      const decision = decideFound(person, { ownId, staysHere })
      if (decision.kind === 'request')
        return void navigate({ to: paths.friendRequest, search: decision.search })
      if (decision.kind === 'own-page') return void navigate({ to: paths.my })
      toasts.show({ kind: 'info', text: text('contact.contact-myself') })
      onLeft()
    },
    [ownId, staysHere, navigate, toasts, text, onLeft],
  )
}

/** The own chat id, to be shared with others. */
const OwnChatId = () => {
  const text = useText()
  const copy = useCopy()
  const profile = useReadable(useAccount().profile)
  if (profile === undefined || profile.chatId === '') return null
  return (
    <p className={styles.own}>
      <span className={styles.label}>{text('contact.add-friend.own-id')}</span>
      <span className={styles.id}>{profile.chatId}</span>
      <IconButton
        label={text('contact.chat-id.copy')}
        icon={<Copy />}
        onPress={() => void copy(profile.chatId)}
      />
    </p>
  )
}
