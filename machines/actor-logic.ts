import {
  type ActorLogic,
  type AnyStateMachine,
  type EventFromLogic,
  fromCallback,
  type SnapshotFrom,
} from 'xstate'
import type { AccountLog } from '#streams/log/account-log.ts'
import type { VisibilityPort } from '#streams/ports.ts'

/** Sends `outbox.changed` when the outbox in the log has changed. */
export const watchOutbox = (log: AccountLog) =>
  fromCallback<{ type: 'outbox.changed' }>(({ sendBack }) =>
    log.outbox.subscribe(() => sendBack({ type: 'outbox.changed' })),
  )

/** Sends `visibility.changed` when the page is shown, hidden, or goes online or offline. */
export const watchVisibility = (visibility: VisibilityPort) =>
  fromCallback<{ type: 'visibility.changed' }>(({ sendBack }) =>
    visibility.subscribe(() => sendBack({ type: 'visibility.changed' })),
  )

/**
 * Logic that creates its machine when it starts, for services that exist only while the parent runs. A machine's
 * services are arguments of the function that creates it, so that no context holds them. The machine receives the
 * same input.
 */
export function machineFromInput<Input, Machine extends AnyStateMachine>(
  create: (input: Input) => Machine,
): ActorLogic<SnapshotFrom<Machine>, EventFromLogic<Machine>, Input> {
  type MachineSnapshot = SnapshotFrom<Machine>
  return {
    // XState's own types leave the snapshot of an unknown machine open.
    getInitialSnapshot: (scope, input) => create(input).getInitialSnapshot(scope, input) as MachineSnapshot,
    start: (snapshot) => machineOf(snapshot).start(snapshot),
    transition: (snapshot, event, scope) =>
      machineOf(snapshot).transition(snapshot, event, scope) as MachineSnapshot,
    getPersistedSnapshot: (snapshot, options) => machineOf(snapshot).getPersistedSnapshot(snapshot, options),
  }
}

/** A machine's snapshot refers to the machine. */
const machineOf = ({ machine }: { readonly machine: AnyStateMachine }): AnyStateMachine => machine
