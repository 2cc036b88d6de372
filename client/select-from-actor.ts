import type { AnyActorRef } from 'xstate'
import { derive, type Readable } from '#streams/readable.ts'

/** Returns a value derived from an actor's snapshot, which notifies when it changes. */
export function selectFromActor<Actor extends AnyActorRef, Value>(
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
