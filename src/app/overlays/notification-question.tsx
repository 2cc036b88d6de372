import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useReadable, useSelected } from '../../ui/use-readable.ts'
import { useApp, usePreferences } from '../app-context.ts'
import { useAccount } from '../client-context.tsx'

/** Asks once per device for the permission to notify [NOTIF-10]. */
export const NotificationQuestion = () => {
  const text = useText()
  const { notifications } = useApp()
  const [isAsking, setIsAsking] = useAsking()
  const close = () => setIsAsking(false)
  const allow = () => {
    close()
    notifications?.request()
  }
  return (
    <Dialog
      role="alertdialog"
      title={text('messages.notify.title')}
      isOpen={isAsking}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>{text('messages.notify.decline')}</Button>
          <Button variant="primary" autoFocus onPress={allow}>
            {text('messages.notify.allow')}
          </Button>
        </>
      }
    >
      <p>{text('messages.notify.hint')}</p>
    </Dialog>
  )
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
