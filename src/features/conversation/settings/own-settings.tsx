import { useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './session-settings.module.css'

/** What one sets for a conversation for oneself: whether it is silent, and whether it stays on top [SESS-58]. */
export const OwnSettings = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const account = useAccount()
  const { id } = conversation
  const muted = useWish(conversation.isMuted, (isOn) => account.setMuted(id, isOn))
  const pinned = useWish(conversation.isPinned, (isOn) => account.setPinned(id, isOn))
  return (
    <section className={styles.setting} aria-label={text('conversation.own-settings')}>
      <Switch label={text('conversation.mute')} isOn={muted.isOn} onChange={muted.change} />
      <Switch label={text('conversation.pin')} isOn={pinned.isOn} onChange={pinned.change} />
    </section>
  )
}

/** What is being set shows at once, and goes back when the server refuses; refusals are told as toasts. */
const useWish = (isSet: boolean, set: (isOn: boolean) => Promise<Outcome>) => {
  const [wanted, setWanted] = useState<boolean>()
  const change = (isOn: boolean) => {
    setWanted(isOn)
    const settle = () => setWanted((current) => (current === isOn ? undefined : current))
    set(isOn).then(settle, settle)
  }
  return { isOn: wanted ?? isSet, change }
}
