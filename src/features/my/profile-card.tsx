import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

/** Who the person is here: picture, names, phone, and the id that others find them by [ME-04]. */
export const ProfileCard = ({ profile }: { readonly profile: ProfileFacts | undefined }) => {
  const text = useText()
  const copy = useCopy()
  if (profile === undefined) return <SkeletonList rows={1} />
  const { userId, nickname, avatarUrl, signature, telCode, phone, chatId } = profile
  return (
    <section className={styles.card} aria-label={nickname}>
      <div className={styles.profile}>
        <Avatar id={userId} name={nickname} url={avatarUrl} size="large" />
        <div className={styles.who}>
          <h2 className={styles.name}>{nickname}</h2>
          {signature !== '' && <p className={styles.quiet}>{signature}</p>}
        </div>
      </div>
      <dl className={styles.facts}>
        {phone !== '' && <Fact name={text('my.phone')}>{`+${telCode} ${phone}`}</Fact>}
        <Fact name={text('my.chat-id')}>
          {chatId}
          <IconButton label={text('my.copy-chat-id')} icon={<Copy />} onPress={() => void copy(chatId)} />
        </Fact>
      </dl>
    </section>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
