import type { UserId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { PressButton } from '#src/ui/button.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './groups.module.css'

/** A person with the name that this user sees. */
export interface ShownPerson {
  readonly userId: UserId
  readonly label: string
  readonly avatarUrl: string
}

interface MemberCarouselProps {
  readonly people: readonly ShownPerson[]
  /** Returns the accessible name of a person's button. */
  readonly labelOf: (person: ShownPerson) => string
  readonly onPress: (person: ShownPerson) => void
}

/** A row of pictures that scrolls sideways. A press on oneself only shows who that is [GROUP-08 ADMIN-16]. */
export const MemberCarousel = ({ people, labelOf, onPress }: MemberCarouselProps) => {
  const text = useText()
  const { userId: self } = useAccount()
  const toasts = useToasts()
  const press = (person: ShownPerson) => {
    if (person.userId !== self) return onPress(person)
    toasts.show({ kind: 'info', text: text('conversation.setting.group.admin.operate-self') })
  }
  return (
    <ul aria-label={text('group.members')} className={styles.carousel}>
      {people.map((person) => (
        <li key={person.userId}>
          <PressButton className={styles.member} onPress={() => press(person)}>
            <VisuallyHidden>{person.userId === self ? text('group.you') : labelOf(person)}</VisuallyHidden>
            <Avatar id={person.userId} name={person.label} url={person.avatarUrl} />
            <bdi className={styles.name} aria-hidden="true">
              {person.label}
            </bdi>
          </PressButton>
        </li>
      ))}
    </ul>
  )
}
