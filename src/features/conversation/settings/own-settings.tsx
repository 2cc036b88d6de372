import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './session-settings.module.css'

/**
 * What one sets for a conversation for oneself: whether it is silent, and whether it stays on top [SESS-58]. It shows at
 * once, and goes back when the server refuses; refusals are told as toasts.
 */
export const OwnSettings = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const account = useAccount()
  const { id, isMuted, isPinned } = conversation
  return (
    <section className={styles.setting} aria-label={text('conversation.own-settings')}>
      <Switch
        label={text('conversation.mute')}
        isOn={isMuted}
        onChange={(isOn) => void account.setMuted(id, isOn)}
      />
      <Switch
        label={text('conversation.pin')}
        isOn={isPinned}
        onChange={(isOn) => void account.setPinned(id, isOn)}
      />
    </section>
  )
}
