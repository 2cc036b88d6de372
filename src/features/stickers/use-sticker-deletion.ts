import { useEffect, useState } from 'react'
import type { OwnSticker } from '#schemas/translate/stickers.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'

const nothing: ReadonlySet<number> = new Set()

/** The selection of stickers in edit mode and their deletion after a confirmation [STICK-01 STICK-06]. */
export const useStickerDeletion = (
  stickers: readonly OwnSticker[],
  isEditing: boolean,
  onDeleted: () => void,
) => {
  const text = useText()
  const toasts = useToasts()
  const account = useAccount()
  const [marked, setMarked] = useState(nothing)
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  useEffect(() => {
    if (!isEditing) setMarked(nothing)
  }, [isEditing])
  // Stickers that another tab deleted are no longer selected.
  const chosen = new Set(stickers.flatMap(({ id }) => (marked.has(id) ? [id] : [])))

  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const confirm = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    const outcome = await account.stickers.remove([...chosen])
    setIsDeleting(false)
    if (!outcome.isOk) {
      toasts.show({ kind: 'error', text: outcome.refusal.text ?? text('stickers.delete-failed') })
      return
    }
    toasts.show({ kind: 'success', text: text('stickers.delete-success', { count: chosen.size }) })
    onDeleted()
  }
  return {
    chosen,
    toggle,
    confirm,
    isAsking,
    isDeleting,
    ask: () => setIsAsking(true),
    close: () => setIsAsking(false),
  }
}
