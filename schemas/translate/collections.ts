import { collectionOrigins, collectionTypes, type WireCollection } from '../wire/calls/collections.ts'
import { readWireTime } from '../wire/primitives.ts'

/** Types of collection items [COLL-10]. */
export type CollectionType = (typeof collectionTypes)[number]

/** The person or group from which an item was saved. */
export interface CollectionOrigin {
  readonly kind: (typeof collectionOrigins)[number]
  readonly id: number
  readonly name: string
}

/** A saved item. */
export interface Collection {
  readonly id: number
  readonly type: CollectionType
  /** The body as in a message of its type, without the thumbnail. */
  readonly content: string
  /** The URL of its thumbnail; undefined if none. */
  readonly smallPath: string | undefined
  /** Server time, ms; 0 if unknown. */
  readonly savedAt: number
  /** Undefined if unknown. */
  readonly from: CollectionOrigin | undefined
}

/** Returns the saved items whose types this client knows (DEC-93) [COLL-10 COLL-11]. */
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
