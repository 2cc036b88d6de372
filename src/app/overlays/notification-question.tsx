import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { useApp, usePreferences } from '../app-context.ts'
import { useAccount } from '../client-context.tsx'

const loadDialog = async () => (await import('./notification-dialog.tsx')).NotificationDialog

/** Asks once per device for the permission to notify [NOTIF-10]. */
export const NotificationQuestion = () => {
  const [isAsking, setIsAsking] = useAsking()
  const close = () => setIsAsking(false)
  const { Component } = useWhenNeeded(isAsking, loadDialog, close)
  return Component && <Component isOpen={isAsking} onClose={close} />
}

/** Opens at the first suitable moment and stores immediately that the question was asked. */
const useAsking = () => {
  const { notifications } = useApp()
  const [{ hasAskedToNotify }, change] = usePreferences()
  const [isAsking, setIsAsking] = useState(false)
  const isGoodMoment = useGoodMoment()
  const isDue = isGoodMoment && !hasAskedToNotify
  useEffect(() => {
    if (!isDue || notifications === undefined) return
    let isOver = false
    void notifications.mayAsk().then((mayAsk) => {
      if (!mayAsk || isOver) return
      change({ hasAskedToNotify: true })
      setIsAsking(true)
    })
    return () => {
      isOver = true
    }
  }, [isDue, notifications, change])
  return [isAsking, setIsAsking] as const
}

const newestOf = (conversations: readonly ConversationSummary[]): number =>
  Math.max(0, ...conversations.map(({ lastMessage }) => lastMessage?.sentAt ?? 0))

/**
 * True after a message was sent or received and the user then changed pages, so that the question never interrupts
 * typing.
 */
const useGoodMoment = (): boolean => {
  const { conversations, hasLoadedConversations } = useAccount()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const hasLoaded = useReadable(hasLoadedConversations)
  const newest = useSelected(conversations, newestOf)
  const [newestAtStart, setNewestAtStart] = useState<number>()
  const [newsPath, setNewsPath] = useState<string>()
  if (hasLoaded && newestAtStart === undefined) setNewestAtStart(newest)
  const hasNews = newestAtStart !== undefined && newest > newestAtStart
  if (hasNews && newsPath === undefined) setNewsPath(pathname)
  return newsPath !== undefined && newsPath !== pathname
}
