import { type ActivePerson, type TypingPeople, typingEndsAfter } from '#domain/conversation/typing.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { ActivityChange } from '#schemas/translate/frame-effects.ts'
import type { AccountLog } from '../log/account-log.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import type { Writable } from '../readable.ts'

/** The maximum number of people shown in one conversation, so that no server fills the memory. */
const mostShown = 100

interface Shown {
  readonly log: Pick<AccountLog, 'appended$'>
  readonly clock: Clock
  readonly people: Writable<TypingPeople>
}

/**
 * Returns a function that shows an activity. It ends after its time-out, with a message of its person, or when its
 * person stops. One timer a person, not a `groupBy`: the limit and the end of a person need the list of timers.
 */
export function showActivePeople({ people, log, clock }: Shown): (change: ActivityChange) => void {
  const timers = new Map<string, TimerHandle>()
  const keyOf = (conversation: ConversationId, user: UserId) => `${conversation} ${user}`

  const clearTimer = (key: string) => {
    const timer = timers.get(key)
    if (timer !== undefined) clock.clearTimeout(timer)
    timers.delete(key)
  }
  const change = (
    conversation: ConversationId,
    replace: (known: readonly ActivePerson[]) => readonly ActivePerson[],
  ) => {
    const next = new Map(people.get())
    const shown = replace(next.get(conversation) ?? [])
    if (shown.length === 0) next.delete(conversation)
    else next.set(conversation, shown)
    people.set(next)
  }
  const end = (conversation: ConversationId, user: UserId) => {
    const key = keyOf(conversation, user)
    if (!timers.has(key)) return
    clearTimer(key)
    change(conversation, (known) => known.filter(({ userId }) => userId !== user))
  }
  log.appended$.subscribe({
    next: (events) => {
      for (const event of events)
        if (event.type === 'MessageReceived' && event.stream !== 'account')
          end(event.stream, event.data.message.senderId)
    },
    complete: () => {
      for (const key of [...timers.keys()]) clearTimer(key)
    },
  })
  return ({ conversation, user, name, activity }) => {
    if (activity === undefined) return end(conversation, user)
    const key = keyOf(conversation, user)
    const isKnown = timers.has(key)
    if (!isKnown && (people.get().get(conversation)?.length ?? 0) >= mostShown) return
    clearTimer(key)
    timers.set(
      key,
      clock.setTimeout(() => end(conversation, user), typingEndsAfter),
    )
    const person: ActivePerson = { userId: user, name, activity }
    change(conversation, (known) =>
      isKnown ? known.map((other) => (other.userId === user ? person : other)) : [...known, person],
    )
  }
}
