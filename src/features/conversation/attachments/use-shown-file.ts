import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaOperations } from '#client/media.ts'
import { type MediaFault, type Medium, mediaFaultOf } from '#domain/media/media-item.ts'
import { shownPathOf } from '#domain/message/message-body.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'

/** A picture, video or sticker as far as it has come. */
export interface ShownFile {
  /** What it is drawn from; undefined while that is not known yet. */
  readonly source: string | undefined
  readonly isLoaded: boolean
  readonly isBroken: boolean
  /** Why it is broken, by the specification's name; undefined while it is not [MEDIA-19 MEDIA-20]. */
  readonly fault: MediaFault | undefined
  readonly onLoad: () => void
  readonly onError: () => void
  /** Tries anew; only there when that may help. */
  readonly retry: (() => void) | undefined
}

interface Loading {
  /** Raised by each try, so that the file is asked for anew. */
  readonly attempt: number
  readonly status: 'asking' | 'loading' | 'loaded' | 'broken'
}

/** What fails once is asked for again by itself: the pass to it may have run out. */
const triesByItself = 2

/**
 * Where the file that a message shows comes from: the file on this device until it is sent, and as long as the message stays
 * in view; else the server, once it lets this browser fetch files (DEC-114).
 */
export const useShownFile = (message: Omit<Medium, 'key'>): ShownFile => {
  const { media, connection } = useAccount()
  const local = useLocalFile(media, message.attachment?.fileKey)
  const address = shownPathOf(message)
  const [loading, setLoading] = useState<Loading>({ attempt: 1, status: 'asking' })
  const { attempt, status } = loading
  const isRemote = local === undefined && message.attachment === undefined && address !== undefined

  useEffect(() => {
    if (!isRemote || status !== 'asking') return
    let isOver = false
    void media.openFiles(attempt > 1).then((isOpen) => {
      if (!isOver) setLoading({ attempt, status: isOpen ? 'loading' : 'broken' })
    })
    return () => {
      isOver = true
    }
  }, [media, isRemote, attempt, status])

  // What found no network is asked for again once there is one.
  const isConnected = useSelected(connection, ({ status: now }) => now === 'connected')
  useEffect(() => {
    if (!isConnected) return
    setLoading((last) => (last.status === 'broken' ? { attempt: last.attempt + 1, status: 'asking' } : last))
  }, [isConnected])

  const onLoad = useCallback(() => setLoading((last) => ({ ...last, status: 'loaded' })), [])
  const onError = useCallback(
    () =>
      setLoading((last) =>
        last.attempt % triesByItself === 0
          ? { ...last, status: 'broken' }
          : { attempt: last.attempt + 1, status: 'asking' },
      ),
    [],
  )
  const retry = useCallback(() => setLoading((last) => ({ attempt: last.attempt + 1, status: 'asking' })), [])
  const isNowhere = address === undefined && message.attachment === undefined && local === undefined
  const isBroken = isNowhere || status === 'broken'
  return {
    source: local ?? (isRemote && status !== 'asking' ? address : undefined),
    isLoaded: status === 'loaded',
    isBroken,
    fault: isBroken ? mediaFaultOf(message) : undefined,
    onLoad,
    onError,
    retry: isNowhere ? undefined : retry,
  }
}

/** An address for a file on this device; it stays for as long as the message is drawn, also once the file is gone. */
const useLocalFile = (media: MediaOperations, fileKey: string | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  const made = useRef<string>(undefined)
  useEffect(() => {
    if (fileKey === undefined) return
    let isOver = false
    void media.localFile(fileKey).then((file) => {
      if (file === undefined || isOver) return
      const { content, type } = file
      const blob = content instanceof Blob ? content : new Blob([new Uint8Array(content)], { type })
      made.current = URL.createObjectURL(blob)
      setAddress(made.current)
    })
    return () => {
      isOver = true
    }
  }, [media, fileKey])
  useEffect(
    () => () => {
      if (made.current !== undefined) URL.revokeObjectURL(made.current)
    },
    [],
  )
  return address
}
