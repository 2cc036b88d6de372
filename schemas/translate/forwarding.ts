import { type ServerId, serverId } from '../ids.ts'
import type { forwardMessages } from '../wire/calls/forwarding.ts'
import type { DataOf } from '../wire/define-call.ts'
import { readFlag } from '../wire/primitives.ts'

/** How one message fared. */
export interface ForwardResult {
  readonly messageId: ServerId
  /** It could go to nobody. */
  readonly isLost: boolean
  /** Why it did not arrive, in the server's words, by `person-<id>` or `group-<id>`. */
  readonly failures: ReadonlyMap<string, string>
}

/** Reads results in the order in which the messages were asked for [FWD-11]; undefined when the server told none. */
export const toForwardResults = (
  data: DataOf<typeof forwardMessages>,
  asked: readonly ServerId[],
): readonly ForwardResult[] | undefined =>
  data?.map(({ ChatID, Error: error, UserResults, GroupResults }, index) => ({
    messageId: asked[index] ?? serverId(ChatID ?? 0),
    isLost: Boolean(error),
    failures: new Map([
      ...failed(UserResults ?? []).map(({ UserID, Msg }) => [`person-${UserID}`, Msg ?? ''] as const),
      ...failed(GroupResults ?? []).map(({ GroupID, Msg }) => [`group-${GroupID}`, Msg ?? ''] as const),
    ]),
  }))

const failed = <Result extends { readonly Success: 0 | 1 | boolean | null | undefined }>(
  results: readonly Result[],
): readonly Result[] => results.filter(({ Success }) => !readFlag(Success))
