import { useCallback, useEffect, useRef, useState } from 'react'
import type { Refusal } from '#domain/commands/command.ts'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { choosePicked, movedBy } from '#domain/media/picked-files.ts'
import type { OutgoingAttachment } from '#machines/client/client.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import type { PickedFile } from '#src/platform/media/prepare-attachment.ts'
import { useText } from '#src/ui/use-text.ts'
import { type PreparedFile, prepareFile, recogniseFiles } from './prepare-files.ts'

/** An attachment chosen and not sent yet. */
export interface PickedAttachment {
  readonly id: number
  readonly name: string
  readonly kind: AttachmentKind
  /** Bytes, as picked. */
  readonly size: number
  /** An address under which this page can show it. */
  readonly preview: string
  /** How much of making it smaller is done, 0 to 1. */
  readonly progress: number
  /** Undefined while it is being made ready. */
  readonly outgoing: OutgoingAttachment | undefined
}

export interface PickedAttachments {
  readonly all: readonly PickedAttachment[]
  /** Takes files as what their bytes say; `wanted` is what was asked for, and a file stays one. */
  readonly add: (files: readonly File[], wanted?: AttachmentKind) => void
  readonly remove: (id: number) => void
  /** Moves one by so many places, earlier when negative. */
  readonly move: (id: number, by: number) => void
  /**
   * Hands all of them over in their order, each once it is ready; what is refused stays. The first one carries the quote. Resolves
   * when that is done.
   */
  readonly send: (quote?: QuotedMessage) => Promise<void>
}

let lastId = 0

/** The attachments beside the text being written; what is refused is told in words, and the rest stays [MEDIA-21 MEDIA-22]. */
export const usePickedAttachments = (
  conversationId: ConversationId,
  showError: (text: string | undefined) => void,
): PickedAttachments => {
  const { media } = useAccount()
  const text = useText()
  const refusalText = useRefusalText()
  const [all, setAll] = useState<readonly PickedAttachment[]>([])
  const latest = useRef(all)
  const preparing = useRef(new Map<number, PreparedFile>())
  const sending = useRef<Promise<void>>(undefined)
  const change = useCallback((next: readonly PickedAttachment[]) => {
    latest.current = next
    setAll(next)
  }, [])
  useEffect(() => {
    // Asked early, so that a pick need not wait for it.
    void media.uploadLimits()
    const works = preparing.current
    return () => {
      latest.current.forEach(release)
      // What was handed over goes on being made ready: it was sent.
      if (sending.current === undefined) for (const work of works.values()) work.cancel()
    }
  }, [media])

  const update = (id: number, part: Partial<PickedAttachment>) =>
    change(latest.current.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const remove = (id: number) => {
    latest.current.filter((one) => one.id === id).forEach(release)
    preparing.current.get(id)?.cancel()
    preparing.current.delete(id)
    change(latest.current.filter((one) => one.id !== id))
  }
  const showRefusals = (refusals: readonly string[]) =>
    showError(refusals.length === 0 ? undefined : [...new Set(refusals)].join(' '))
  const named = (name: string, refusal: Refusal) =>
    text('conversation.attachment.refused', { name, reason: refusalText(refusal) })

  const prepare = async (id: number, work: PreparedFile) => {
    const outcome = await work.outcome
    if (outcome === undefined || !latest.current.some((one) => one.id === id)) return
    if (outcome.isOk) return update(id, { kind: outcome.value.kind, outgoing: outcome.value })
    const name = latest.current.find((one) => one.id === id)?.name ?? ''
    remove(id)
    showError(named(name, outcome.refusal))
  }
  const take = (picked: PickedFile) => {
    lastId += 1
    const [id, { file, kind }] = [lastId, picked]
    const preview = URL.createObjectURL(file)
    const { name, size } = file
    change([...latest.current, { id, name, kind, size, preview, progress: 0, outgoing: undefined }])
    const work = prepareFile(picked, media.uploadLimits(), (progress) => update(id, { progress }))
    preparing.current.set(id, work)
    void prepare(id, work)
  }
  const add = async (files: readonly File[], wanted?: AttachmentKind) => {
    const { recognised, refused } = await recogniseFiles(files, wanted, await media.uploadLimits())
    const kindOf = ({ kind }: { readonly kind: AttachmentKind }) => kind
    const { isTaken, refusals } = choosePicked(latest.current.map(kindOf), recognised.map(kindOf))
    recognised.filter((_, index) => isTaken[index]).forEach(take)
    showRefusals([
      ...refusals.map(refusalText),
      ...refused.map(({ file, refusal }) => named(file.name, refusal)),
    ])
  }
  const sendAll = async (quote: QuotedMessage | undefined) => {
    let carried = quote
    const handOver = async (id: number) => {
      await preparing.current.get(id)?.outcome
      const outgoing = latest.current.find((one) => one.id === id)?.outgoing
      if (outgoing === undefined) return
      const outcome = await media.sendAttachment(conversationId, outgoing, carried)
      if (!outcome.isOk) return showError(named(outgoing.file.name, outcome.refusal))
      carried = undefined
      remove(id)
    }
    for (const { id } of latest.current) await handOver(id)
  }
  const send = (quote?: QuotedMessage) => {
    sending.current ??= sendAll(quote).finally(() => {
      sending.current = undefined
    })
    return sending.current
  }
  const move = (id: number, by: number) =>
    change(
      movedBy(
        latest.current,
        latest.current.findIndex((one) => one.id === id),
        by,
      ),
    )
  return { all, add: (files, wanted) => void add(files, wanted), remove, move, send }
}

const release = ({ preview }: PickedAttachment): void => URL.revokeObjectURL(preview)
