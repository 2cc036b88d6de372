import { EMPTY, merge, mergeMap, type Observable, of, Subject } from 'rxjs'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { TabChannel } from './tab-channel.ts'

/** Changes of groups and their members that are not in the log, such as roles and bans. */
export interface GroupChanges {
  /** Emits a group that has changed. It does not replay. */
  readonly changed$: Observable<ConversationId>
  /** Announces a change to this tab and to the others. */
  announce(group: ConversationId): void
}

/** Shares the changes of groups among all tabs of an account. Frames announce them in the leader tab. */
export function createGroupChanges(tabs: TabChannel, account: UserId): GroupChanges {
  const here$ = new Subject<ConversationId>()
  const elsewhere$ = tabs.messages$.pipe(
    mergeMap((message) =>
      message.type === 'update-group' && message.account === account ? of(message.group) : EMPTY,
    ),
  )
  return {
    changed$: merge(here$, elsewhere$),
    announce(group) {
      here$.next(group)
      tabs.post({ type: 'update-group', account, group })
    },
  }
}
