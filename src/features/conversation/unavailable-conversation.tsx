import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ConversationId, type ConversationKind, parseConversationId } from '#schemas/ids.ts'
import { useApp } from '#src/app/app-context.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { type FrameMode, useFrameMode } from '#src/ui/frame-mode.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './conversation.module.css'

interface UnavailableConversationProps {
  readonly id: ConversationId
  readonly onLeave: () => void
}

/**
 * The server denies access, or the conversation does not exist. A toast has shown the reason. The screen leaves on its own,
 * unless another app embeds this page: then that app decides [SESS-50 SESS-52 SESS-53].
 */
export const UnavailableConversation = ({ id, onLeave }: UnavailableConversationProps) => {
  const text = useText()
  const navigate = useNavigate()
  const frame = useFrameMode()
  const isEmbedded = useReadable(useApp().host).embeddedIn !== undefined
  useEffect(() => {
    const { kind, wireId } = parseConversationId(id)
    const leaving = exitOf(kind, frame, isEmbedded)
    if (leaving.kind === 'tell-host') {
      window.dispatchEvent(new CustomEvent('leave-session', { detail: { sessionId: wireId } }))
      return
    }
    void navigate({ to: leaving.to, replace: true })
  }, [id, frame, isEmbedded, navigate])
  return (
    <main className={styles.conversation}>
      <EmptyState
        illustration="gone"
        title={text('conversation.session-not-available')}
        action={<Button onPress={onLeave}>{text('conversation.to-messages')}</Button>}
      />
    </main>
  )
}

/** What to do when a conversation is unavailable. */
type Leaving = { readonly kind: 'go'; readonly to: string } | { readonly kind: 'tell-host' }

/**
 * After a group was left or disbanded: to the messages, or to the groups in the mini frame [SESS-53]. For an
 * unavailable one-to-one conversation: to the messages, or a notification to the embedding app, which decides
 * [SESS-50].
 */
export function exitOf(kind: ConversationKind, frame: FrameMode, isEmbedded: boolean): Leaving {
  if (kind === 'group') return { kind: 'go', to: frame === 'mini' ? paths.groups : paths.messages }
  return isEmbedded ? { kind: 'tell-host' } : { kind: 'go', to: paths.messages }
}

declare global {
  interface WindowEventMap {
    /** The one-to-one conversation with this id cannot be shown any more. The embedding app decides [SESS-50]. */
    readonly 'leave-session': CustomEvent<{ readonly sessionId: number }>
  }
}
