import { AtSign } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { MentionCandidate } from '#domain/message/mention-candidates.ts'
import { everyone } from '#domain/message/mentions.ts'
import { useAnnouncer } from '#src/ui/announcer.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './mention-list.module.css'
import type { Mentioning } from './use-mentioning.ts'

interface MentionListProps {
  readonly open: NonNullable<Mentioning['open']>
  readonly onPick: (candidate: MentionCandidate) => void
}

/** The people who can be mentioned. The textbox keeps the focus and controls the list with its keys. */
export const MentionList = ({ open, onPick }: MentionListProps) => {
  const text = useText()
  const announce = useAnnouncer()
  const count = open.found.length
  useEffect(() => announce(text('composer.mentions.count', { count })), [announce, text, count])
  return (
    <div id={open.id} role="listbox" aria-label={text('composer.mentions')} className={styles.list}>
      {open.found.map((candidate, index) => (
        <MentionOption
          key={candidate.userId}
          id={`${open.id}-${candidate.userId}`}
          candidate={candidate}
          isActive={index === open.active}
          onPick={onPick}
        />
      ))}
    </div>
  )
}

interface MentionOptionProps extends Pick<MentionListProps, 'onPick'> {
  readonly id: string
  readonly candidate: MentionCandidate
  readonly isActive: boolean
}

const MentionOption = ({ id, candidate, isActive, onPick }: MentionOptionProps) => {
  const text = useText()
  const row = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const { userId, label, name, avatarUrl } = candidate
  const isEveryone = userId === everyone
  const hint = isEveryone ? text('composer.mentions.everyone-hint') : label === name ? undefined : `@${name}`
  return (
    <button
      ref={row}
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      // Keeps the focus in the textbox, and the keyboard of a phone open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(candidate)}
    >
      {isEveryone ? (
        <span className={styles.everyone}>
          <AtSign aria-hidden="true" />
        </span>
      ) : (
        <Avatar id={userId} name={label} url={avatarUrl} size="small" />
      )}
      <bdi className={styles.label}>{label}</bdi>
      {hint !== undefined && <bdi className={styles.hint}>{hint}</bdi>}
    </button>
  )
}

/** Explains why nobody was found. */
export const MentionFailure = () => {
  const text = useText()
  return (
    <p role="status" className={styles.failure}>
      {text('composer.mentions.load-failed')}
    </p>
  )
}
