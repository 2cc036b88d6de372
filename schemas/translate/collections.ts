import { collectionOrigins, collectionTypes, type WireCollection } from '../wire/calls/collections.ts'
import { readWireTime } from '../wire/primitives.ts'

/** What a collection can be [COLL-10]. */
export type CollectionType = (typeof collectionTypes)[number]

/** Whom or which group something was saved from. */
export interface CollectionOrigin {
  readonly kind: (typeof collectionOrigins)[number]
  readonly id: number
  readonly name: string
}

/** Something saved. */
export interface Collection {
  readonly id: number
  readonly type: CollectionType
  /** As a message of its type has it, without the small picture. */
  readonly content: string
  /** Where its small picture lies; undefined when there is none. */
  readonly smallPath: string | undefined
  /** Server time, ms; 0 when it is not told. */
  readonly savedAt: number
  /** Undefined when it is not told. */
  readonly from: CollectionOrigin | undefined
}

/** What the server holds, as far as this client knows its types (DEC-93) [COLL-10 COLL-11]. */
export const toCollections = (items: readonly WireCollection[] | null | undefined): readonly Collection[] =>
  (items ?? []).flatMap((item) => {
    const type = collectionTypes.find((one) => one === item.Type)
    if (type === undefined || !item.Content) return []
    return [
      {
        id: item.ID,
        type,
        content: item.Content,
        smallPath: item.SmallPicturePath || undefined,
        savedAt: readWireTime(item.TimeStamp) ?? 0,
        from: toOrigin(item),
      },
    ]
  })

function toOrigin({ FromType, FromID, FromName }: WireCollection): CollectionOrigin | undefined {
  const kind = collectionOrigins.find((one) => one === FromType)
  return kind && FromID ? { kind, id: FromID, name: FromName ?? '' } : undefined
}
