import { useEffect, useState } from 'react'

const nothing: ReadonlySet<number> = new Set()

interface MarkedDeletion {
  readonly ids: readonly number[]
  readonly isEditing: boolean
  /** Deletes these and shows the result. Never rejects. */
  readonly remove: (chosen: readonly number[]) => Promise<void>
}

/**
 * The selection in the edit mode of a list, which each toggle of the mode clears, and its deletion after a question
 * [STICK-01 TAG-02 TAG-03].
 */
export const useMarkedDeletion = ({ ids, isEditing, remove }: MarkedDeletion) => {
  const [marked, setMarked] = useState(nothing)
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  useEffect(() => {
    if (!isEditing) setMarked(nothing)
  }, [isEditing])
  // What another tab deleted is no longer selected.
  const chosen = new Set(ids.filter((id) => marked.has(id)))

  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const confirm = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    await remove([...chosen])
    setIsDeleting(false)
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
