import { useEffect, useRef } from 'react'
import type { OwnTyping } from '#client/own-typing.ts'
import { startWhenLoaded } from '#client/start-when-loaded.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/ui/use-readable.ts'

/** Returns the operations that show others what this user does, once they are loaded and if the server has them. */
const useOffered = (): (() => Promise<OwnTyping>) | undefined => {
  const { lookups, loadTyping } = useAccount()
  const isOffered = useReadable(lookups.extensions).has('typing')
  useEffect(() => {
    // Without them others see nothing, which is no failure that the user could act on.
    if (isOffered) loadTyping().catch(() => undefined)
  }, [isOffered, loadTyping])
  return isOffered ? loadTyping : undefined
}

/**
 * Shows others that this user types here, until the conversation is left or the page hidden (DEC-245).
 * @returns a function that takes the whole text after each change
 */
export const useOwnTyping = (conversationId: ConversationId): ((text: string) => void) => {
  const load = useOffered()
  const end = useRef<() => void>(undefined)
  useEffect(() => {
    const stop = () => {
      end.current?.()
      end.current = undefined
    }
    document.addEventListener('visibilitychange', stop)
    return () => {
      document.removeEventListener('visibilitychange', stop)
      stop()
    }
  }, [])
  return (text) => {
    const isEmpty = text.trim() === ''
    if (isEmpty) end.current?.()
    if (load && !isEmpty) end.current = reportTyping(load, conversationId)
  }
}

/** Reports typing once the operations are loaded. Returns a function that ends it, also before they are loaded. */
const reportTyping = (load: () => Promise<OwnTyping>, conversationId: ConversationId): (() => void) =>
  startWhenLoaded(load, (own) => {
    own.reportActivity(conversationId, 'typing')
    return () => own.endActivity(conversationId)
  })

/** Shows others that this user records here, while that is so. */
export const useOwnRecording = (conversationId: ConversationId, isRecording: boolean): void => {
  const load = useOffered()
  useEffect(() => {
    if (!isRecording || !load) return
    return startWhenLoaded(load, (own) => own.repeatActivity(conversationId, 'recording'))
  }, [isRecording, load, conversationId])
}
