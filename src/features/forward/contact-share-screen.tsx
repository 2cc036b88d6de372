import { Contact } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useLocale } from 'react-aria-components'
import type { Friend } from '#domain/contacts/contacts.ts'
import { friendsByName } from '#domain/contacts/friend-order.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { writeContactCard } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { OptionRow } from '#src/ui/choice-row.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SearchField } from '#src/ui/search-field.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import { searchNames } from '../search/name-search.ts'
import { ChoiceList, focusFirstList } from './choice-list.tsx'
import styles from './forward.module.css'

/** The route that sends a friend's contact card into the conversation [ROUTE-15]. */
export const ContactShareScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const goBack = useGoBack(id === undefined ? paths.messages : pathOf(id))
  return (
    <Panel title={text('conversation.share-contact.title')} onBack={goBack} placement="centre">
      {id !== undefined && <ContactPicker id={id} onDone={goBack} />}
    </Panel>
  )
}

interface ContactPickerProps {
  readonly id: ConversationId
  readonly onDone: () => void
}

/** Selects exactly one friend, but not the person of this conversation [VIEW-48 VIEW-49]. */
const ContactPicker = ({ id, onDone }: ContactPickerProps) => {
  const text = useText()
  const account = useAccount()
  const partner = useSelected(account.conversations, (all) => all.find((one) => one.id === id)?.peerId)
  const picker = useRef<HTMLDivElement>(null)
  const [keyword, setKeyword] = useState('')
  const friends = useFriends(keyword)
  const [chosen, setChosen] = useState<Friend>()
  const { share, isSharing } = useSharing(id, onDone)
  return (
    <div ref={picker} className={styles.picker}>
      <SearchField
        label={text('conversation.share-contact.search')}
        value={keyword}
        onChange={setKeyword}
        onDown={() => focusFirstList(picker.current)}
        autoFocus
      />
      {friends.length === 0 ? (
        <EmptyState
          illustration="no-result"
          title={
            keyword.trim() === ''
              ? text('contact.friends.empty.title')
              : text('search.no-result', { keyword: keyword.trim() })
          }
        />
      ) : (
        <FriendChoices friends={friends} partner={partner} chosen={chosen?.userId} onChoose={setChosen} />
      )}
      <footer className={styles.foot}>
        <p className={styles.count}>{chosen !== undefined && <bdi>{chosen.displayName}</bdi>}</p>
        <Button
          variant="primary"
          icon={<Contact aria-hidden="true" />}
          isDisabled={chosen === undefined}
          isPending={isSharing}
          onPress={() => chosen !== undefined && share(chosen)}
        >
          {text('conversation.share-contact.share')}
        </Button>
      </footer>
    </div>
  )
}

interface FriendChoicesProps {
  readonly friends: readonly Friend[]
  /** The other person of a one-to-one conversation. */
  readonly partner: UserId | undefined
  readonly chosen: UserId | undefined
  readonly onChoose: (friend: Friend | undefined) => void
}

const FriendChoices = ({ friends, partner, chosen, onChoose }: FriendChoicesProps) => {
  const text = useText()
  const rows = useMemo(() => friends.map((friend) => ({ key: String(friend.userId), friend })), [friends])
  return (
    <ChoiceList
      label={text('contact.friends')}
      rows={rows}
      mode="single"
      chosen={new Set(chosen === undefined ? [] : [String(chosen)])}
      disabled={partner === undefined ? [] : [String(partner)]}
      onChoose={(keys) => onChoose(rows.find(({ key }) => keys.has(key))?.friend)}
      draw={({ key, friend }) => {
        const isPartner = friend.userId === partner
        return (
          <OptionRow
            id={key}
            words={friend.displayName}
            isOne
            leading={
              <Avatar id={friend.userId} name={friend.displayName} url={friend.avatarUrl} size="small" />
            }
            name={<bdi>{friend.displayName}</bdi>}
            detail={isPartner ? text('conversation.share-contact.partner') : friend.chatId}
          />
        )
      }}
    />
  )
}

/** Returns all friends by name, or those with names similar to the keyword, best first. */
const useFriends = (keyword: string): readonly Friend[] => {
  const friends = useReadable(useAccount().friends)
  const { locale } = useLocale()
  return useMemo(
    () =>
      keyword.trim() === '' ? friendsByName(friends, locale) : searchNames(keyword, [], friends).friends,
    [friends, keyword, locale],
  )
}

const useSharing = (id: ConversationId, onDone: () => void) => {
  const account = useAccount()
  const { submit, isSubmitting } = useSubmissionWithToast()
  const share = ({ userId, nickname, avatarUrl, chatId }: Friend) =>
    submit(async () => {
      const content = writeContactCard({ userId, nickname, avatarUrl, chatId })
      const outcome = await account.dispatch({
        type: 'SendContent',
        conversationId: id,
        contentType: 'card',
        content,
      })
      if (outcome.isOk) onDone()
      return outcome
    })
  return { share, isSharing: isSubmitting }
}
