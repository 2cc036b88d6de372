import type { forwardMessages } from '../wire/calls/forwarding.ts'
import type { DataOf } from '../wire/define-call.ts'
import { readFlag } from '../wire/primitives.ts'

/** The result of one forwarded item. */
export interface ForwardResult<Item> {
  readonly item: Item
  /** The item could reach no target. */
  readonly isLost: boolean
  /** The server's reason of each failed target, by `person-<id>` or `group-<id>`. */
  readonly failures: ReadonlyMap<string, string>
}

/** Reads results in the order of the request [FWD-11]; undefined if the response has none. */
export const toForwardResults = <Item>(
  data: DataOf<typeof forwardMessages>,
  asked: readonly Item[],
): readonly ForwardResult<Item>[] | undefined =>
  data?.flatMap(({ Error: error, UserResults, GroupResults }, index) => {
    const item = asked[index]
    if (item === undefined) return []
    const failures = new Map([
      ...failed(UserResults ?? []).map(({ UserID, Msg }) => [`person-${UserID}`, Msg ?? ''] as const),
      ...failed(GroupResults ?? []).map(({ GroupID, Msg }) => [`group-${GroupID}`, Msg ?? ''] as const),
    ])
    return [{ item, isLost: Boolean(error), failures }]
  })

const failed = <Result extends { readonly Success: 0 | 1 | boolean | null | undefined }>(
  results: readonly Result[],
): readonly Result[] => results.filter(({ Success }) => !readFlag(Success))
