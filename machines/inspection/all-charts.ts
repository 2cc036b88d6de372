import type { AnyStateMachine } from 'xstate'
import { createAccountMachine } from '#machines/account/account-machine.ts'
import { createAuthMachine } from '#machines/auth/auth-machine.ts'
import { createExpiryMachine } from '#machines/disappearing/expiry-machine.ts'
import { timerSettingMachine } from '#machines/disappearing/timer-setting-machine.ts'
import { createEndpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import { createLeaderMachine } from '#machines/leader/leader-machine.ts'
import { createMessageMachine } from '#machines/message/message-machine.ts'
import { createAlertsMachine } from '#machines/notification/alerts-machine.ts'
import { createPushMachine } from '#machines/notification/push-machine.ts'
import { createOutboxMachine } from '#machines/outbox/outbox-machine.ts'
import { createPendingUpdatesMachine } from '#machines/outbox/pending-updates-machine.ts'
import { createPlaybackMachine } from '#machines/playback/playback-machine.ts'
import { createRecorderMachine } from '#machines/recorder/recorder-machine.ts'
import { createRootMachine } from '#machines/root/root-machine.ts'
import { createScannerMachine } from '#machines/scanner/scanner-machine.ts'
import { createSocketMachine } from '#machines/socket/socket-machine.ts'
import { submissionMachine } from '#machines/submission/submission-machine.ts'
import { createSynchronisationMachine } from '#machines/synchronisation/synchronisation-machine.ts'
import { createTimelineMachine } from '#machines/timeline/timeline-machine.ts'
import { createUpdateMachine } from '#machines/update/update-machine.ts'
import { chartOf, type MachineChart } from './machine-chart.ts'

/** The definition of a machine. No actor runs it, so that its services are never used. */
function definitionOf<Services>(create: (services: Services) => AnyStateMachine): AnyStateMachine {
  const unused: object = new Proxy(() => {}, { get: () => unused })
  return create(unused as Services)
}

/** All machines of the client. A test checks that none is missing. */
const machines: readonly AnyStateMachine[] = [
  definitionOf(createRootMachine),
  definitionOf(createAuthMachine),
  definitionOf(createEndpointsMachine),
  definitionOf(createAccountMachine),
  definitionOf(createLeaderMachine),
  definitionOf(createExpiryMachine),
  timerSettingMachine,
  definitionOf(createAlertsMachine),
  definitionOf(createPushMachine),
  definitionOf(createSocketMachine),
  definitionOf(createOutboxMachine),
  definitionOf(createMessageMachine),
  definitionOf(createPendingUpdatesMachine),
  definitionOf(createSynchronisationMachine),
  definitionOf(createTimelineMachine),
  submissionMachine,
  definitionOf(createRecorderMachine),
  definitionOf(createPlaybackMachine),
  definitionOf(createScannerMachine),
  definitionOf(createUpdateMachine),
]

/** The charts of all machines, by machine id. */
export const allCharts: ReadonlyMap<string, MachineChart> = new Map(
  machines.map((machine) => [machine.id, chartOf(machine)]),
)
