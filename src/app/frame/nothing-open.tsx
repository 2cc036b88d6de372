import { EmptyState } from '#src/ui/empty-state.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './nothing-open.module.css'

/** The page next to the conversation list while no conversation is open. */
export const NoConversationOpen = () => {
  const text = useText()
  return (
    <main className={styles.place}>
      <EmptyState
        illustration="window"
        title={text('common.choose-conversation')}
        description={text('common.choose-conversation-hint')}
      />
    </main>
  )
}

/** The page next to the friend list. A friend opens in a panel over it. */
export const NoContactOpen = () => {
  const text = useText()
  return (
    <main className={styles.place}>
      <EmptyState
        illustration="person"
        title={text('common.choose-contact')}
        description={text('common.choose-contact-hint')}
      />
    </main>
  )
}
