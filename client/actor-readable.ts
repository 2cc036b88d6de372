import type { AnyActorRef } from 'xstate'
import { derive } from '#streams/derived-readable.ts'
import type { Readable } from '#streams/readable.ts'

/** What an actor's snapshot says, as a value that tells when it changes. */
export function selectFrom<Actor extends AnyActorRef, Value>(
  actor: Actor,
  select: (snapshot: ReturnType<Actor['getSnapshot']>) => Value,
): Readable<Value> {
  const changes = {
    subscribe(listener: () => void) {
      const subscription = actor.subscribe(listener)
      return () => subscription.unsubscribe()
    },
  }
  return derive([changes], () => select(actor.getSnapshot()))
}
