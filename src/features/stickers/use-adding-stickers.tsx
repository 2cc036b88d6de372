import { type RefObject, useRef, useState } from 'react'
import type { StickerOperations } from '#client/stickers.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import { isStickerFile, notASticker } from '#domain/stickers/sticker-rules.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { recogniseFile, stripPictureLocation } from '#src/platform/media/prepare-attachment.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import type { Lookup, LookupState } from '#streams/lookups/lookup-cache.ts'
import type { UploadFile } from '#streams/upload-file.ts'

interface AddingStickers {
  /** True while files are being uploaded. */
  readonly isAdding: boolean
  addFiles(files: readonly File[]): Promise<void>
  /** Adds the picture or sticker of a message by its path. */
  addFrom(path: string): Promise<void>
}

/** A look-up of stickers, which is loading while its code is. `retry` repeats what failed. */
export const useStickerLookup = <Value,>(
  select: (stickers: StickerOperations) => Lookup<Value>,
): { readonly view: LookupState<Value>; retry(): void } => {
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadStickers)
  const lookup = loaded && select(loaded)
  const view = useReadable<LookupState<Value>>(lookup ?? notRequested)
  if (hasFailed) return { view: { status: 'failed', rejection: { key: failureKey.network } }, retry }
  return { view, retry: lookup ? lookup.reload : retry }
}

/** Adds stickers and shows the result as a toast [STICK-02 STICK-04 STICK-05]. */
export const useAddingStickers = (): AddingStickers => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { loadStickers } = useAccount()
  const [isAdding, setIsAdding] = useState(false)

  const showOutcome = (outcome: Outcome): void => {
    if (outcome.isOk) {
      toasts.show({ kind: 'success', text: text('stickers.add-success') })
      return
    }
    const isFull = outcome.rejection.key === 'stickers.max-limit-reached'
    toasts.show({ kind: isFull ? 'warning' : 'error', text: rejectionText(outcome.rejection) })
  }
  const withStickers = async (add: (stickers: StickerOperations) => Promise<Outcome>): Promise<Outcome> => {
    const stickers = await loadStickers().catch(() => undefined)
    return stickers === undefined ? rejectedBecause({ key: failureKey.network }) : add(stickers)
  }
  const addFile = async (file: File): Promise<Outcome> => {
    const taken = await prepareSticker(file)
    return taken.isOk ? withStickers(({ addFile: add }) => add(taken.value, 'image')) : taken
  }
  return {
    isAdding,
    async addFiles(files) {
      setIsAdding(true)
      for (const file of files) showOutcome(await addFile(file))
      setIsAdding(false)
    },
    addFrom: async (path) => showOutcome(await withStickers((stickers) => stickers.addFrom(path))),
  }
}

/**
 * Returns a picked file as a sticker without location metadata. Rejects a file that is no picture by its bytes, is too
 * large (before reading it as a whole) or cannot be read [STICK-02] (DEC-159).
 */
export async function prepareSticker(file: File): Promise<Outcome<UploadFile>> {
  const { kind } = await recogniseFile(file)
  if (!isStickerFile({ kind, size: file.size })) return notASticker
  const taken = await stripPictureLocation(file).catch(() => undefined)
  if (taken === undefined) return notASticker
  const { name, type, size } = taken
  return succeeded({ name, type, size, content: taken })
}

interface AddStickerInput {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFiles: (files: readonly File[]) => void
}

/** The hidden input behind the platform's image picker; a button clicks it. */
export const AddStickerInput = ({ input, onFiles }: AddStickerInput) => (
  <input
    ref={input}
    type="file"
    accept="image/*"
    multiple
    hidden
    onChange={({ currentTarget }) => {
      onFiles([...(currentTarget.files ?? [])])
      // Otherwise choosing the same file again fires no event.
      currentTarget.value = ''
    }}
  />
)

export const useStickerInput = () => useRef<HTMLInputElement>(null)
