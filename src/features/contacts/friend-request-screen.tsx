import { Navigate, useSearch } from '@tanstack/react-router'
import { Check, MessageCircle, UserPlus } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import {
  checkRequestRemark,
  maxRequestRemarkLength,
  requestRemark,
  requestSource,
} from '#domain/forms/friend-forms.ts'
import { groupRole, mayAddMembersAsFriends } from '#domain/group/roles.ts'
import { failureKey } from '#domain/http/rejection.ts'
import { conversationId } from '#schemas/ids.ts'
import type { FoundPerson } from '#schemas/translate/contacts.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useOpenConversation } from '#src/features/conversation-list/link-to.ts'
import { useForm } from '#src/features/forms/use-form.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonProfile } from '#src/ui/skeleton-shapes.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { hasLostFocus } from '#src/ui/use-escape-without-focus.ts'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { notRequested, useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import { RejectedCode } from '../codes/with-codes.tsx'
import { useGroup } from '../groups/use-group.ts'
import { DescriptionList, DescriptionRow } from './description-list.tsx'
import styles from './friend-request-screen.module.css'
import { backTarget, personLink } from './person-address.ts'
import { PersonCard } from './person-card.tsx'
import { decideRequestAction, decideRequestPage } from './person-decisions.ts'
import { useOpenChat } from './use-open-chat.ts'

/** A stranger's page, with the friend request [FRIEND-12 FRIEND-13]. */
export const FriendRequestScreen = () => {
  const text = useText()
  const open = useOpenConversation()
  const goBack = useGoBack(backTarget(open))
  const { id: requestedId, code } = useSearch({ strict: false })
  const { userId: ownId } = useAccount()
  const found = useFound()
  const decision = decideRequestPage({ ownId, requestedId, found })
  if (decision.kind === 'own-page') return <Navigate to={paths.my} replace />
  if (decision.kind === 'home') {
    if (code === undefined) return <Navigate to={paths.contact} replace />
    const rejection = found.status === 'failed' ? found.rejection : undefined
    return <RejectedCode rejection={rejection} to={paths.contact} />
  }
  return (
    <Panel title={text('contact.person')} onBack={goBack} placement="centre">
      {decision.kind === 'loading' ? <SkeletonProfile /> : <Stranger person={decision.person} />}
    </Panel>
  )
}

/** Looks up the person that the URL names by code, chat id or phone number [QR-24]. */
const useFound = (): LookupState<readonly FoundPerson[]> => {
  const { id, key, code } = useSearch({ strict: false })
  const { lookups, loadCodes } = useAccount()
  const { loaded: codes, hasFailed } = useLoaded(code === undefined ? nothing : loadCodes)
  const keyword = key ?? id ?? ''
  const lookup = useMemo(
    () => (code === undefined ? lookups.person(keyword) : codes?.person(code)),
    [lookups, keyword, code, codes],
  )
  const found = useReadable(lookup ?? notRequested)
  return hasFailed ? { status: 'failed', rejection: { key: failureKey.network } } : found
}

const nothing = async () => undefined

/**
 * An existing friend is redirected to the friend's page. A person who becomes a friend meanwhile gets a chat button
 * (DEC-120).
 */
const Stranger = ({ person }: { readonly person: FoundPerson }) => {
  const text = useText()
  const action = decideRequestAction(person, useReadable(useAccount().friends))
  const open = useOpenConversation()
  const [wasFriend] = useState(action === 'chat')
  if (wasFriend) return <Navigate {...personLink(open, person.userId, {})} replace />
  return (
    <>
      <PersonCard
        id={person.userId}
        name={person.nickname}
        avatarUrl={person.avatarUrl}
        signature={person.signature}
        actions={
          <>
            {action === 'chat' && <ChatAction person={person} />}
            {action === 'blocked' && <BlockedNote />}
            {action === 'ask' && <AskOrNote person={person} />}
          </>
        }
      />
      <DescriptionList>
        <DescriptionRow name={text('contact.chat-id')} value={person.chatId} />
      </DescriptionList>
    </>
  )
}

/** Takes the focus from the request's button that it replaces. */
const ChatAction = ({ person }: { readonly person: FoundPerson }) => {
  const text = useText()
  const chat = useOpenChat()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasLostFocus()) button.current?.focus()
  }, [])
  return (
    <Button
      ref={button}
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

/** Shown if the person does not accept requests from this user [FRIEND-14]. */
const BlockedNote = () => {
  const text = useText()
  return (
    <>
      <Button isWide isDisabled>
        {text('contact.request.blocked')}
      </Button>
      <p className={styles.note}>{text('contact.request.blocked.text')}</p>
    </>
  )
}

/** A group may forbid its members to add each other [GROUP-45 GROUP-46]. The server checks it too. */
const AskOrNote = ({ person }: { readonly person: FoundPerson }) => {
  const text = useText()
  const isForbidden = useIsForbiddenByGroup()
  if (isForbidden) return <p className={styles.note}>{text('group.no-friends.note')}</p>
  return <RequestAction person={person} />
}

/** Whether the person was found in a group that forbids it. False until the group is known. */
const useIsForbiddenByGroup = (): boolean => {
  const { groupId } = useSearch({ strict: false })
  const id = groupId === undefined ? undefined : conversationId('group', Number(groupId))
  const known = useGroup(id)
  const role = useSelected(
    useAccount().conversations,
    (all) => all.find((one) => one.id === id)?.group?.role ?? groupRole.member,
  )
  return known.status === 'ready' && !mayAddMembersAsFriends(role, known.value.mayAddFriends)
}

/** Sends a friend request with a remark [FRIEND-16]. */
const RequestAction = ({ person }: { readonly person: FoundPerson }) => {
  const text = useText()
  const origin = useSearch({ strict: false })
  const [isAsking, setIsAsking] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  return (
    <>
      {/* The same button before and after the request, so that the dialog returns the focus to it. */}
      <Button
        variant={wasSent ? 'secondary' : 'primary'}
        isWide
        aria-disabled={wasSent}
        icon={wasSent ? <Check aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
        onPress={() => !wasSent && setIsAsking(true)}
      >
        {text(wasSent ? 'contact.request.sent' : 'contact.add-friend')}
      </Button>
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

interface RequestDialogProps {
  readonly person: FoundPerson
  readonly source: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSent: () => void
}

/**
 * The remark of a friend request. An empty one becomes an introduction with the own nickname [FRIEND-21 FRIEND-22].
 */
const RequestDialog = ({ person, source, isOpen, onClose, onSent }: RequestDialogProps) => {
  const text = useText()
  const formId = useId()
  const { form, placeholder, submit } = useRequestForm(person, source, onSent)
  return (
    <Dialog
      title={text('contact.request.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" isPending={form.isSubmitting}>
            {text('contact.request.send')}
          </Button>
        </>
      }
    >
      <p>{text('contact.request.to', { name: person.nickname })}</p>
      <form id={formId} ref={form.element} noValidate onSubmit={submit}>
        <TextField
          label={text('contact.request.remark')}
          {...form.field('remark')}
          placeholder={placeholder}
          autoFocus
        />
      </form>
    </Dialog>
  )
}

const useRequestForm = (person: FoundPerson, source: string, onSent: () => void) => {
  const text = useText()
  const toasts = useToasts()
  const { contacts, profile, loadCodes } = useAccount()
  const { code } = useSearch({ strict: false })
  const nickname = useReadable(profile)?.nickname ?? ''
  const placeholder = text('contact.request.default', { nickname })
  const form = useForm({
    initial: { remark: '' },
    check: ({ remark }) => ({ remark: checkRequestRemark(remark) }),
    rules: { remark: { kind: 'text', longest: maxRequestRemarkLength } },
  })
  const submit = form.submitting(async ({ remark }) => {
    const introduction = requestRemark(remark, placeholder)
    const outcome =
      code !== undefined
        ? await (await loadCodes()).apply(code, introduction)
        : await contacts.apply({
            userId: person.userId,
            remark: introduction,
            chatId: person.chatId,
            source,
          })
    if (!outcome.isOk) return outcome
    toasts.show({ kind: 'success', text: text('contact.request.sent') })
    onSent()
    return outcome
  })
  return { form, placeholder, submit }
}
