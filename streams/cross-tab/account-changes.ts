import { EMPTY, map, merge, mergeMap, type Observable, of, Subject } from 'rxjs'
import type { UnsignedTabMessage } from '#schemas/cross-tab/tab-message.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { RenamedMember } from '#schemas/translate/frame-effects.ts'
import type { TabChannel } from './tab-channel.ts'

/** Changes of groups and their members that are not in the log, such as roles and bans. */
export interface GroupChanges {
  /** Emits a group that has changed; undefined if any may have. It does not replay. */
  readonly changed$: Observable<ConversationId | undefined>
  /** Emits members who changed their name in a group. It does not replay. */
  readonly renamed$: Observable<RenamedMember & { readonly group: ConversationId }>
  /** Announces a change to this tab and to the others; without a group, that any may have changed. */
  announce(group?: ConversationId, renamed?: RenamedMember): void
}

type GroupChange = Extract<UnsignedTabMessage, { type: 'update-group' }>

/**
 * Shares changes of groups among all tabs of an account. The leader tab announces changes that arrive in frames. After a
 * login it announces that any group may have changed, because it may have missed frames.
 */
export function createGroupChanges(tabs: TabChannel, account: UserId): GroupChanges {
  const { changes$, announce } = shareChanges(
    tabs,
    (message): message is GroupChange => message.type === 'update-group' && message.account === account,
  )
  return {
    changed$: changes$.pipe(map(({ group }) => group)),
    renamed$: changes$.pipe(
      mergeMap(({ group, renamed }) => (group && renamed ? of({ group, ...renamed }) : EMPTY)),
    ),
    announce: (group, renamed) =>
      announce({
        type: 'update-group',
        account,
        ...(group === undefined ? {} : { group }),
        ...(renamed ? { renamed } : {}),
      }),
  }
}

/** Changes of a list of the account that is not in the log. */
export interface ListChanges {
  /** Emits when the list may have changed. It does not replay. */
  readonly changed$: Observable<void>
  /** Announces a change to this tab and to the others. */
  announce(): void
}

type ListType = 'update-blacklist' | 'update-tags' | 'send-drafts'
type ListChange = Extract<UnsignedTabMessage, { type: ListType }>

/** Shares changes of a list among all tabs of an account. The leader tab announces those of other devices. */
export function createListChanges(tabs: TabChannel, account: UserId, type: ListType): ListChanges {
  const { changes$, announce } = shareChanges(
    tabs,
    (message): message is ListChange => message.type === type && message.account === account,
  )
  return {
    changed$: changes$.pipe(map(() => undefined)),
    announce: () => announce({ type, account }),
  }
}

/** Emits the changes that this tab and the other tabs announce. */
function shareChanges<Change extends UnsignedTabMessage>(
  tabs: TabChannel,
  isChange: (message: UnsignedTabMessage) => message is Change,
): { readonly changes$: Observable<Change>; announce(change: Change): void } {
  const local$ = new Subject<Change>()
  const remote$ = tabs.messages$.pipe(mergeMap((message) => (isChange(message) ? of(message) : EMPTY)))
  return {
    changes$: merge(local$, remote$),
    announce(change) {
      local$.next(change)
      tabs.post(change)
    },
  }
}
