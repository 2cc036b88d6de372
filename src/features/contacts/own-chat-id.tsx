import { Copy } from 'lucide-react'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './own-chat-id.module.css'

/** The own chat id, to be given to whoever should find this person. */
export const OwnChatId = () => {
  const text = useText()
  const copy = useCopy()
  const profile = useReadable(useAccount().profile)
  if (profile === undefined || profile.chatId === '') return null
  return (
    <p className={styles.own}>
      <span className={styles.label}>{text('contact.add-friend.own-id')}</span>
      <span className={styles.id}>{profile.chatId}</span>
      <IconButton
        label={text('contact.chat-id.copy')}
        icon={<Copy />}
        onPress={() => void copy(profile.chatId)}
      />
    </p>
  )
}
