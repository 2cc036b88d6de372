import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutgoingPicture } from '#machines/client/client.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { preparePicture } from '#src/platform/media/prepare-picture.ts'
import { useText } from '#src/ui/use-text.ts'

/** A picture chosen and not sent yet. */
export interface PickedPicture {
  readonly id: number
  readonly name: string
  /** An address under which this page can show it. */
  readonly preview: string
  /** Undefined while it is being scaled. */
  readonly outgoing: OutgoingPicture | undefined
}

export interface PickedPictures {
  readonly all: readonly PickedPicture[]
  readonly add: (files: readonly File[]) => void
  readonly remove: (id: number) => void
  /** Hands all of them over in their order, once they are scaled; those that are refused stay. Resolves when that is done. */
  readonly send: () => Promise<void>
}

/** Pictures sent at once, at most [MEDIA-21] (DEC-09). */
const mostPictures = 9

let lastId = 0

/** The pictures beside the text being written; what is refused is told in words, and the rest stays [MEDIA-22]. */
export const usePickedPictures = (
  conversationId: ConversationId,
  showError: (text: string | undefined) => void,
): PickedPictures => {
  const { media } = useAccount()
  const text = useText()
  const refusalText = useRefusalText()
  const [all, setAll] = useState<readonly PickedPicture[]>([])
  const latest = useRef(all)
  const preparing = useRef(new Map<number, Promise<void>>())
  const sending = useRef<Promise<void>>(undefined)
  const change = useCallback((next: readonly PickedPicture[]) => {
    latest.current = next
    setAll(next)
  }, [])
  useEffect(() => () => latest.current.forEach(release), [])

  const remove = (id: number) => {
    latest.current.filter((picture) => picture.id === id).forEach(release)
    preparing.current.delete(id)
    change(latest.current.filter((picture) => picture.id !== id))
  }
  const prepare = async (picture: PickedPicture, file: File) => {
    const outcome = await preparePicture(file)
    if (!outcome.isOk) {
      remove(picture.id)
      return showError(refusalText(outcome.refusal))
    }
    const outgoing = outcome.value
    change(latest.current.map((one) => (one.id === picture.id ? { ...one, outgoing } : one)))
  }
  const add = (files: readonly File[]) => {
    const free = mostPictures - latest.current.length
    showError(
      files.length > free ? text('errors.multi-file-select-limit', { count: mostPictures }) : undefined,
    )
    const picked = files.slice(0, Math.max(0, free)).map((file) => {
      lastId += 1
      const preview = URL.createObjectURL(file)
      return { file, picture: { id: lastId, name: file.name, preview, outgoing: undefined } }
    })
    change([...latest.current, ...picked.map(({ picture }) => picture)])
    for (const { file, picture } of picked) preparing.current.set(picture.id, prepare(picture, file))
  }
  const sendAll = async () => {
    await Promise.all(latest.current.map(({ id }) => preparing.current.get(id)))
    for (const { id, outgoing } of latest.current) {
      if (outgoing === undefined) continue
      const outcome = await media.sendPicture(conversationId, outgoing)
      if (outcome.isOk) remove(id)
      else showError(refusalText(outcome.refusal))
    }
  }
  const send = () => {
    sending.current ??= sendAll().finally(() => {
      sending.current = undefined
    })
    return sending.current
  }
  return { all, add, remove, send }
}

const release = ({ preview }: PickedPicture): void => URL.revokeObjectURL(preview)
