import { useEffect, useLayoutEffect, useState } from 'react'
import type { Actor, AnyStateMachine, SnapshotFrom } from 'xstate'
import type { Readable } from '#streams/readable.ts'
import { useReadable, useSelected } from './use-readable.ts'

/**
 * A machine that runs for as long as the component is there. What `machine` was last provided with is what its actions do;
 * `create` makes the actor once.
 */
export const useMachineActor = <Machine extends AnyStateMachine>(
  machine: Machine,
  create: (machine: Machine) => Actor<Machine>,
): Actor<Machine> => {
  const [actor] = useState(() => create(machine))
  useLayoutEffect(() => {
    actor.logic.implementations = machine.implementations
  }, [actor, machine])
  useEffect(() => {
    actor.start()
    return () => void actor.stop()
  }, [actor])
  return actor
}

type Running<Machine extends AnyStateMachine> = Pick<Actor<Machine>, 'getSnapshot' | 'subscribe'>

const useStates = <Machine extends AnyStateMachine>(actor: Running<Machine>) => {
  const [states] = useState<Readable<SnapshotFrom<Machine>>>(() => ({
    get: () => actor.getSnapshot(),
    subscribe(listener) {
      const subscription = actor.subscribe(listener)
      return () => subscription.unsubscribe()
    },
  }))
  return states
}

/** The state that an actor is in. The actor stays the same. */
export const useSnapshot = <Machine extends AnyStateMachine>(actor: Running<Machine>) =>
  useReadable(useStates(actor))

/** A part of it, compared one level deep. */
export const useSnapshotPart = <Machine extends AnyStateMachine, Part>(
  actor: Running<Machine>,
  select: (snapshot: SnapshotFrom<Machine>) => Part,
): Part => useSelected(useStates(actor), select)
