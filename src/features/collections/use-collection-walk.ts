import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { savedMedia } from '#domain/collections/collection-list.ts'
import { placeInViewer } from '#domain/media/viewer-walk.ts'
import type { Collection } from '#schemas/translate/collections.ts'

export interface CollectionWalk {
  readonly media: readonly Collection[]
  /** Where among them one is; undefined where none of them is looked at. */
  readonly index: number | undefined
  /** The id of the one that is looked at; once it is deleted, of its neighbour. */
  readonly shown: number
  readonly goTo: (index: number) => void
}

/** Walks through the pictures and videos that were saved, from one of them on; one that is deleted gives way to its neighbour [COLL-06]. */
export const useCollectionWalk = (items: readonly Collection[], first: number): CollectionWalk => {
  const media = useMemo(() => savedMedia(items), [items])
  const ids = useMemo(() => media.map(({ id }) => id), [media])
  const idsBefore = useRef<readonly number[]>([])
  const [shown, setShown] = useState(first)
  const place = placeInViewer({
    ...{ ids, idsBefore: idsBefore.current, wanted: shown },
    ...{ oldest: undefined, isSeeking: false },
  })
  const movedTo = place.kind === 'moved' ? place.id : undefined
  const isShown = place.kind === 'shown'
  useLayoutEffect(() => {
    if (movedTo !== undefined) setShown(movedTo)
    if (isShown) idsBefore.current = ids
  }, [movedTo, isShown, ids])
  const goTo = useCallback((index: number) => setShown((last) => ids[index] ?? last), [ids])
  return { media, index: isShown ? place.index : undefined, shown: movedTo ?? shown, goTo }
}
