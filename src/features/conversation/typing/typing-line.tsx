import type { Messages } from '@lingui/core'
import { Mic } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ActivePerson, activityWords } from '#domain/conversation/typing.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useOptionalTexts } from '#src/app/use-area-texts.ts'
import { useSelected } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './typing-line.module.css'

interface TypingLineProps {
  readonly people: readonly ActivePerson[]
  /** In a group the line names one person or two. */
  readonly isGroup: boolean
  /** Rendered until the texts are loaded. */
  readonly children: ReactNode
}

/** Loaded with the line, because the list must not load them. */
const catalogs = import.meta.glob<Messages>('../../../../locales/*/typing.po', { import: 'messages' })

/** Who types or records, in one line. No live region: it changes too often to be announced (DEC-245). */
export const TypingLine = ({ people, isGroup, children }: TypingLineProps) => {
  const text = useText()
  const hasTexts = useOptionalTexts(catalogs)
  const words = activityWords(people)
  const name = useShownName(words?.first)
  const other = useShownName(words?.second)
  if (!hasTexts || words === undefined) return children
  const { activity, others } = words
  const form = !isGroup || name === '' ? '' : others === 0 ? 'one.' : other === '' ? 'more.' : 'two.'
  return (
    <span className={styles.line}>
      {activity === 'recording' ? <Mic aria-hidden="true" className={styles.icon} /> : <Dots />}
      <bdi className={styles.words}>{text(`typing.${form}${activity}`, { name, other, count: others })}</bdi>
    </span>
  )
}

/** Returns this user's name for a person, else the server's; empty if neither is known. */
const useShownName = (person: ActivePerson | undefined): string => {
  const friendName = useSelected(
    useAccount().friends,
    (friends) => friends.find(({ userId }) => userId === person?.userId)?.displayName,
  )
  return friendName ?? person?.name ?? ''
}

const Dots = () => (
  <span aria-hidden="true" className={styles.dots}>
    <i />
    <i />
    <i />
  </span>
)
