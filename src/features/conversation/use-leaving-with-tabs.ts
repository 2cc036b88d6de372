import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLeft } from '#domain/tabs/conversation-reference.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'

/** Leaves the open conversation when its person hides or deletes it in another tab: writing on would bring it back [XTAB-11]. */
export const useLeavingWithTabs = (open: ConversationId | undefined): void => {
  const { tabs } = useClient()
  const { conversations, userId } = useAccount()
  const navigate = useNavigate()
  useEffect(() => {
    if (open === undefined) return
    const listening = tabs.messages$.subscribe((message) => {
      if (message.type !== 'leave-session' || message.account !== userId) return
      const peerId = conversations.get().find(({ id }) => id === open)?.peerId
      if (isLeft(open, peerId, message.left)) void navigate({ to: paths.messages, replace: true })
    })
    return () => listening.unsubscribe()
  }, [tabs, conversations, userId, open, navigate])
}
