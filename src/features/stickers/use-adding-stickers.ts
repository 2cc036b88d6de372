import { useState } from 'react'
import type { Outcome } from '#domain/commands/command.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { takeSticker } from './take-sticker.ts'

interface AddingStickers {
  /** While files are on their way. */
  readonly isAdding: boolean
  addFiles(files: readonly File[]): Promise<void>
  /** A picture or sticker that a message shows, by its path. */
  addFrom(path: string): Promise<void>
}

/** Adds stickers and says how it went [STICK-02 STICK-04 STICK-05]. */
export const useAddingStickers = (): AddingStickers => {
  const text = useText()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  const { stickers } = useAccount()
  const [isAdding, setIsAdding] = useState(false)

  const tell = (outcome: Outcome): void => {
    if (outcome.isOk) {
      toasts.show({ kind: 'success', text: text('stickers.add-success') })
      return
    }
    const isFull = outcome.refusal.key === 'stickers.max-limit-reached'
    toasts.show({ kind: isFull ? 'warning' : 'error', text: refusalText(outcome.refusal) })
  }
  const addFile = async (file: File): Promise<Outcome> => {
    const taken = await takeSticker(file)
    return taken.isOk ? stickers.addFile(taken.value, 'image') : taken
  }
  return {
    isAdding,
    async addFiles(files) {
      setIsAdding(true)
      for (const file of files) tell(await addFile(file))
      setIsAdding(false)
    },
    addFrom: async (path) => tell(await stickers.addFrom(path)),
  }
}
