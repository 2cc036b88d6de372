import { useAccount } from '#src/app/client-context.tsx'
import { useGoBack } from '#src/app/use-go-back.ts'
import { useSelected } from '#src/app/use-readable.ts'
import { pathOf } from '#src/features/conversation-list/link-to.ts'
import { useOpenConversation } from '#src/features/conversation-list/use-open-conversation.ts'
import { paths } from '#src/routes/route-table.ts'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useText } from '#src/ui/use-text.ts'
import { ConversationSettings } from './conversation-settings.tsx'
import styles from './session-settings.module.css'

/** What can be set for the open conversation [ROUTE-12]. */
export const SettingsScreen = () => {
  const text = useText()
  const id = useOpenConversation()
  const account = useAccount()
  const goBack = useGoBack(id === undefined ? paths.messages : pathOf(id))
  const summary = useSelected(account.conversations, (all) => all.find((one) => one.id === id))
  return (
    <Panel title={text('conversation.settings')} onBack={goBack}>
      <div className={styles.content}>
        {summary === undefined ? <SkeletonList rows={1} /> : <ConversationSettings conversation={summary} />}
      </div>
    </Panel>
  )
}
