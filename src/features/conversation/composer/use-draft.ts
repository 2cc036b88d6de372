import { useEffect, useRef, useState } from 'react'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'

export interface Draft {
  readonly text: string
  readonly write: (text: string) => void
  /** Writes and saves at once, such as after sending. */
  readonly writeNow: (text: string) => void
  /** Puts a text back before what is written now. */
  readonly putBack: (text: string) => void
}

const timers = {
  setTimeout: (callback: () => void, delay: number): unknown => window.setTimeout(callback, delay),
  clearTimeout: (handle: unknown) => {
    if (typeof handle === 'number') window.clearTimeout(handle)
  },
}

/** The text being written: restored from the draft, saved while it changes and when the page is left or hidden [SESS-64]. */
export const useDraft = (conversationId: ConversationId): Draft => {
  const account = useAccount()
  const stored = useSelected(
    account.conversations,
    (all) => all.find(({ id }) => id === conversationId)?.draft ?? '',
  )
  const [written, setWritten] = useState<string>()
  const latest = useRef('')
  const saver = useRef<DraftSaver>(undefined)
  saver.current ??= createDraftSaver(
    stored,
    (text) => void account.dispatch({ type: 'SaveDraft', conversationId, text }),
    timers,
  )

  useEffect(() => {
    const flush = () => saver.current?.flush()
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [])

  const write = (text: string) => {
    latest.current = text
    setWritten(text)
    saver.current?.edit(text)
  }
  return {
    text: written ?? stored,
    write,
    writeNow: (text) => {
      write(text)
      saver.current?.flush()
    },
    putBack: (text) => write(latest.current === '' ? text : `${text}\n${latest.current}`),
  }
}
