import type { forwardMessages } from '../wire/calls/forwarding.ts'
import type { DataOf } from '../wire/define-call.ts'
import { readFlag } from '../wire/primitives.ts'

/** How one of the things that were sent on fared. */
export interface ForwardResult<Item> {
  readonly item: Item
  /** It could go to nobody. */
  readonly isLost: boolean
  /** Why it did not arrive, in the server's words, by `person-<id>` or `group-<id>`. */
  readonly failures: ReadonlyMap<string, string>
}

/** Reads results in the order in which the items were asked for [FWD-11]; undefined when the server told none. */
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
