import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useMemo } from 'react'
import { drawnMentions, type NamedPerson } from '#domain/message/mentions.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/group-members.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/app/use-readable.ts'
import { classNames } from '#src/ui/class-names.ts'
import type { LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Readable } from '#streams/readable.ts'
import { cameUponIn, personLink } from '../../contacts/person-address.ts'
import { useOpenConversation } from '../../conversation-list/use-open-conversation.ts'
import styles from './mentioned-text.module.css'

interface MentionedTextProps {
  readonly text: string
  readonly mentions: readonly number[]
  readonly isReachable: boolean
  /** Draws what stands between the mentions, and where it begins in the text. */
  readonly draw: (text: string, offset: number) => ReactNode
}

/** Text with the people it mentions: each leads to that person, and this user's own name stands out most [MSG-39]. */
export const MentionedText = ({ text, mentions, isReachable, draw }: MentionedTextProps) => {
  const { userId } = useAccount()
  const group = groupOf(useOpenConversation())
  const people = useMentionedPeople(group)
  let reached = 0
  return drawnMentions(text, mentions, people, userId).map((part) => {
    const key = reached
    reached += part.text.length
    if (part.kind === 'text') return <Fragment key={key}>{draw(part.text, key)}</Fragment>
    const className = classNames(styles.mention, part.isOfSelf && styles.own)
    if (part.userId === undefined || part.isOfSelf || group === undefined) {
      return (
        <bdi key={key} className={className}>
          {part.text}
        </bdi>
      )
    }
    return (
      <Link
        key={key}
        {...personLink(group, part.userId, cameUponIn(group, 'avatar'))}
        tabIndex={isReachable ? 0 : -1}
        className={classNames(className, styles.person)}
      >
        <bdi>{part.text}</bdi>
      </Link>
    )
  })
}

const groupOf = (conversation: ConversationId | undefined): ConversationId | undefined =>
  conversation !== undefined && parseConversationId(conversation).kind === 'group' ? conversation : undefined

const unknown: LookupState<readonly GroupMember[]> = { status: 'loading' }
const nobody: Readable<LookupState<readonly GroupMember[]>> = {
  get: () => unknown,
  subscribe: () => () => undefined,
}

/** The members of the open group by the names they are mentioned by; this user alone while these are not known. */
const useMentionedPeople = (group: ConversationId | undefined): readonly NamedPerson[] => {
  const { members, profile, userId } = useAccount()
  const view = useReadable(group === undefined ? nobody : members(group))
  const ownName = useSelected(profile, (own) => own?.nickname ?? '')
  return useMemo(() => {
    const self = { userId, names: [ownName] }
    if (view.status !== 'ready') return [self]
    const known = view.value.map((one) => ({ userId: one.userId, names: namesOf(one) }))
    return known.some((one) => one.userId === userId) ? known : [self, ...known]
  }, [view, userId, ownName])
}

const namesOf = ({ memberName, nickname }: GroupMember): readonly string[] =>
  [memberName, nickname].filter((name) => name !== '')
