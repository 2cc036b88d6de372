import type { ReactNode } from 'react'
import { Avatar } from '#src/ui/avatar.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './person-card.module.css'

interface PersonCardProps {
  readonly id: string | number
  readonly name: string
  readonly avatarUrl: string
  readonly isOnline?: boolean
  readonly signature?: string
  /** The actions for the person. */
  readonly actions?: ReactNode
}

/** The head of a person's page: avatar, name, signature and actions [FRIEND-13 FRIEND-24]. */
export const PersonCard = ({
  id,
  name,
  avatarUrl,
  isOnline = false,
  signature = '',
  actions,
}: PersonCardProps) => {
  const text = useText()
  return (
    <section className={styles.card}>
      <Avatar id={id} name={name} url={avatarUrl} size="huge" isOnline={isOnline} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        {isOnline && <p className={styles.online}>{text('contact.online')}</p>}
        {signature !== '' && (
          <p className={styles.signature}>
            <bdi>{signature}</bdi>
          </p>
        )}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </section>
  )
}
