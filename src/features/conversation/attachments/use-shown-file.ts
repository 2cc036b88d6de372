import { useCallback, useEffect, useRef, useState } from 'react'
import type { MediaOperations } from '#client/media.ts'
import { type MediaFault, type MediaItem, mediaFaultOf } from '#domain/media/media-item.ts'
import { shownPathOf } from '#domain/message/message-body.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useSelected } from '#src/ui/use-readable.ts'

/** The loading state of a picture, video or sticker. */
export interface ShownFile {
  /** The URL to render; undefined while unknown. */
  readonly source: string | undefined
  readonly isLoaded: boolean
  readonly isBroken: boolean
  /** The fault by the specification's name; undefined while there is none [MEDIA-19 MEDIA-20]. */
  readonly fault: MediaFault | undefined
  readonly onLoad: () => void
  readonly onError: () => void
  /** Loads the file again; undefined when that cannot help. */
  readonly retry: (() => void) | undefined
}

interface Loading {
  /** Incremented by each attempt to force a new request. */
  readonly attempt: number
  readonly status: 'asking' | 'loading' | 'loaded' | 'broken'
}

/** Attempts before an error shows. The first may fail because the file access token has expired. */
const automaticAttempts = 2

/**
 * Returns the source of a message's file: the local file until it is sent and while the message stays mounted, else the
 * server once it grants file access (DEC-114).
 */
export const useShownFile = (message: Omit<MediaItem, 'key'>): ShownFile => {
  const { media, connection } = useAccount()
  const local = useLocalFile(media, message.attachment?.fileKey)
  const address = shownPathOf(message)
  const [loading, setLoading] = useState<Loading>({ attempt: 1, status: 'asking' })
  const { attempt, status } = loading
  const isRemote = local === undefined && message.attachment === undefined && address !== undefined

  useEffect(() => {
    if (!isRemote || status !== 'asking') return
    let isOver = false
    void media.ensureFileCookie(attempt > 1).then((isOpen) => {
      if (!isOver) setLoading({ attempt, status: isOpen ? 'loading' : 'broken' })
    })
    return () => {
      isOver = true
    }
  }, [media, isRemote, attempt, status])

  // Retries when the network is back.
  const isConnected = useSelected(connection, ({ status: now }) => now === 'connected')
  useEffect(() => {
    if (!isConnected) return
    setLoading((last) => (last.status === 'broken' ? { attempt: last.attempt + 1, status: 'asking' } : last))
  }, [isConnected])

  const onLoad = useCallback(() => setLoading((last) => ({ ...last, status: 'loaded' })), [])
  const onError = useCallback(
    () =>
      setLoading((last) =>
        last.attempt % automaticAttempts === 0
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

/** An object URL of a local file. It stays valid while the message is mounted, even after the file is gone. */
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
