import { isInternalUser } from '#domain/authentication/accounts.ts'
import { joinMethodFor } from '#domain/message/message-notices.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { type GroupNotice, readGroupNotice } from '#schemas/translate/message-bodies.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useOpenConversation } from '../../conversation-list/link-to.ts'
import { markedName, personOf, useNoticeSentence } from './notice-sentence.tsx'
import styles from './notice-text.module.css'
import { SenderLink } from './sender-link.tsx'

interface NoticeProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** A notice in a conversation. Every person that it names by an id is a link. */
export const NoticeText = ({ message, isReachable }: NoticeProps) => {
  const sentence = useNoticeSentence()(message)
  const sayJoined = useJoinNotice()
  const notice = readGroupNotice(message.body)
  const words = notice ? sayJoined(sentence, notice) : sentence
  const people = [message.senderId, ...(notice?.userIds ?? [])]
  // A split by two groups gives a text, the mark and name of a person, a text, and so on.
  const parts = words.split(markedName)
  return parts.flatMap((part, place) => {
    if (place % 3 === 0) return part
    if (place % 3 === 1) return []
    const mark = parts[place - 1] ?? ''
    const person = people[personOf(mark)]
    const name = <bdi key={mark}>{part}</bdi>
    if (person === undefined) return name
    return (
      <SenderLink key={mark} message={{ senderId: person }} isReachable={isReachable} className={styles.who}>
        {name}
      </SenderLink>
    )
  })
}

/** Returns a function that adds the join method for users who may see it [MSG-22]. */
const useJoinNotice = (): ((words: string, notice: GroupNotice) => string) => {
  const text = useText()
  const { conversations, profile, lookups } = useAccount()
  const settings = useReadable(lookups.settings)
  const open = useOpenConversation()
  const role = useSelected(conversations, (all) => all.find(({ id }) => id === open)?.group?.role)
  const type = useSelected(profile, (own) => own?.type ?? 1)
  const isInternal = settings.status === 'ready' && isInternalUser(settings.value.isInternalControlled, type)
  return (words, { joinMethod }) => {
    const method = joinMethodFor(joinMethod, { role, isInternal })
    if (method === undefined) return words
    return text('conversation.joined-by', {
      notice: words,
      method: text(`conversation.join-method.${method}`),
    })
  }
}
