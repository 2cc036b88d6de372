import { filter, Observable, type OperatorFunction, Subscription } from 'rxjs'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { ActivityChange, FrameEffect, RenamedMember } from '#schemas/translate/frame-effects.ts'

/** Called for each effect, before the facts of its frame are appended. */
export interface FrameEffectHandlers {
  /** The server's conversation list has changed [SOCK-46 SOCK-67]. */
  conversationsChanged(): void
  /** Friends or friend applications have changed [SOCK-51]. */
  contactsChanged(): void
  /** The own profile was changed on another device. */
  profileChanged(): void
  /** The own tags were changed on another device. */
  tagsChanged(): void
  /** All messages of one member were deleted [SOCK-73]. */
  memberMessagesDeleted(): void
  /** [SOCK-49 SOCK-78] */
  tokenUpdated(token: string): void
  /** This account was signed in on another device: its browser and system, empty if unknown. */
  signedInElsewhere(device: string): void
  /** [SOCK-50 SOCK-66] */
  presenceChanged(user: UserId, isOnline: boolean): void
  /** Another person types or records, or has stopped (DEC-245). */
  activityChanged(change: ActivityChange): void
  /** This user left a group or was removed [SOCK-68]. */
  groupLeft(group: ConversationId): void
  /** This user was banned from writing in a group, or may write again [GROUP-44]. */
  banChanged(isBanned: boolean): void
  /** A group, its members, their roles or bans, or its join requests have changed [SOCK-69 SOCK-71]. */
  groupChanged(group: ConversationId, renamed?: RenamedMember): void
}

/**
 * Connects the stream of each kind of effect with its handler. A handler that throws is reported; its stream lives on.
 */
export function handleEffects(
  effects$: Observable<FrameEffect>,
  handlers: FrameEffectHandlers,
  onFault: (cause: unknown) => void,
): Subscription {
  const subscription = new Subscription()
  const on = <Kind extends FrameEffect['kind']>(
    kind: Kind,
    handle: (effect: Extract<FrameEffect, { kind: Kind }>) => void,
  ) => {
    const ofKind$ = effects$.pipe(
      filter((effect): effect is Extract<FrameEffect, { kind: Kind }> => effect.kind === kind),
    )
    subscription.add(ofKind$.pipe(mapOrReport(handle, onFault)).subscribe())
  }
  on('conversations-changed', () => handlers.conversationsChanged())
  on('contacts-changed', () => handlers.contactsChanged())
  on('profile-changed', () => handlers.profileChanged())
  on('tags-changed', () => handlers.tagsChanged())
  on('member-messages-deleted', () => handlers.memberMessagesDeleted())
  on('token-updated', ({ token }) => handlers.tokenUpdated(token))
  on('signed-in-elsewhere', ({ device }) => handlers.signedInElsewhere(device))
  on('presence-changed', ({ user, isOnline }) => handlers.presenceChanged(user, isOnline))
  on('activity-changed', ({ change }) => handlers.activityChanged(change))
  on('group-left', ({ group }) => handlers.groupLeft(group))
  on('ban-changed', ({ isBanned }) => handlers.banChanged(isBanned))
  on('group-changed', ({ group, renamed }) => handlers.groupChanged(group, renamed))
  return subscription
}

/**
 * Maps each value. A value for which `project` throws is dropped and reported, so that one bad frame does not end the
 * stream for all that follow.
 */
export const mapOrReport =
  <In, Out>(project: (value: In) => Out, onFault: (cause: unknown) => void): OperatorFunction<In, Out> =>
  (source$) =>
    new Observable((subscriber) =>
      source$.subscribe({
        next(value) {
          let projected: Out
          try {
            projected = project(value)
          } catch (cause) {
            onFault(cause)
            return
          }
          subscriber.next(projected)
        },
        error: (cause: unknown) => subscriber.error(cause),
        complete: () => subscriber.complete(),
      }),
    )
