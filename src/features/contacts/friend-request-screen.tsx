import { Navigate, useSearch } from '@tanstack/react-router'
import { MessageCircle, UserPlus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { requestSource } from '#domain/forms/request-source.ts'
import type { Person } from '#machines/client/client.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useReadable } from '#src/app/use-readable.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Fact, Facts } from './facts.tsx'
import styles from './friend-request-screen.module.css'
import { PersonCard } from './person-card.tsx'
import { RequestDialog } from './request-dialog.tsx'
import { useOpenChat } from './use-open-chat.ts'

/** A stranger's page, from which they can be asked to be friends [FRIEND-12 FRIEND-13]. */
export const FriendRequestScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.contact)
  const { userId: ownId } = useAccount()
  const { view, id } = useAskedPerson()
  if (id === ownId) return <Navigate to={paths.my} replace />
  if (view.status === 'gone') return <Navigate to={paths.contact} replace />
  return (
    <Panel title={text('contact.person')} onBack={goBack} placement="centre">
      {view.status === 'loading' ? <SkeletonList rows={1} /> : <Stranger person={view.person} />}
    </Panel>
  )
}

type AskedPerson =
  | { readonly status: 'loading' }
  | { readonly status: 'found'; readonly person: Person }
  /** Nobody, or the look-up failed: contact home takes over [FRIEND-20]. */
  | { readonly status: 'gone' }

/** The person that the address names by chat id or by number. */
const useAskedPerson = (): { readonly view: AskedPerson; readonly id: number } => {
  const { id: asked, key } = useSearch({ from: '/protected/contact/friend-request' })
  const { lookups } = useClient()
  const id = Number(asked)
  const keyword = key ?? asked ?? ''
  const lookup = useMemo(() => lookups.person(keyword), [lookups, keyword])
  const found = useReadable(lookup)
  if (found.status === 'loading') return { view: { status: 'loading' }, id }
  const person =
    found.status === 'ready'
      ? found.value.find((each) => asked === undefined || each.userId === id)
      : undefined
  return { view: person === undefined ? { status: 'gone' } : { status: 'found', person }, id }
}

const Stranger = ({ person }: { readonly person: Person }) => {
  const text = useText()
  const isFriend = useIsFriend(person)
  const [wasFriend] = useState(isFriend)
  if (wasFriend) {
    return <Navigate to={paths.user} params={{ userId: String(person.userId) }} replace />
  }
  return (
    <>
      <PersonCard
        id={person.userId}
        name={person.nickname}
        avatarUrl={person.avatarUrl}
        signature={person.signature}
        actions={isFriend ? <ChatAction person={person} /> : <RequestAction person={person} />}
      />
      <Facts>
        <Fact name={text('contact.chat-id')} value={person.chatId} />
      </Facts>
    </>
  )
}

/** A friend already when the page opens leads to friend detail; who becomes one while it is open can be chatted with (DEC-120). */
const useIsFriend = (person: Person): boolean => {
  const isListed = useReadable(useAccount().friends).some((friend) => friend.userId === person.userId)
  return isListed || person.isFriend
}

const ChatAction = ({ person }: { readonly person: Person }) => {
  const text = useText()
  const chat = useOpenChat()
  return (
    <Button
      variant="primary"
      isWide
      icon={<MessageCircle aria-hidden="true" />}
      isPending={chat.isOpening}
      onPress={() => chat.open(person)}
    >
      {text('contact.chat')}
    </Button>
  )
}

/** Asks to be friends, or says why that cannot be [FRIEND-14 FRIEND-16]. */
const RequestAction = ({ person }: { readonly person: Person }) => {
  const text = useText()
  const origin = useSearch({ from: '/protected/contact/friend-request' })
  const [isAsking, setIsAsking] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  if (person.hasBlockedMe) {
    return (
      <>
        <Button isWide isDisabled>
          {text('contact.request.blocked')}
        </Button>
        <p className={styles.note}>{text('contact.request.blocked.text')}</p>
      </>
    )
  }
  return (
    <>
      <Button
        variant="primary"
        isWide
        icon={<UserPlus aria-hidden="true" />}
        onPress={() => setIsAsking(true)}
      >
        {text('contact.add-friend')}
      </Button>
      {wasSent && <p className={styles.note}>{text('contact.request.sent')}</p>}
      <RequestDialog
        person={person}
        source={requestSource(origin)}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onSent={() => {
          setIsAsking(false)
          setWasSent(true)
        }}
      />
    </>
  )
}
