import type { AnyStateMachine } from 'xstate'
import { accountMachine } from '#machines/account/account-machine.ts'
import { authMachine } from '#machines/auth/auth-machine.ts'
import { expiryMachine } from '#machines/disappearing/expiry-machine.ts'
import { timerSettingMachine } from '#machines/disappearing/timer-setting-machine.ts'
import { endpointsMachine } from '#machines/endpoints/endpoints-machine.ts'
import { leaderMachine } from '#machines/leader/leader-machine.ts'
import { messageMachine } from '#machines/message/message-machine.ts'
import { alertsMachine } from '#machines/notification/alerts-machine.ts'
import { pushMachine } from '#machines/notification/push-machine.ts'
import { outboxMachine } from '#machines/outbox/outbox-machine.ts'
import { pendingUpdatesMachine } from '#machines/outbox/pending-updates-machine.ts'
import { playbackMachine } from '#machines/playback/playback-machine.ts'
import { recorderMachine } from '#machines/recorder/recorder-machine.ts'
import { rootMachine } from '#machines/root/root-machine.ts'
import { socketMachine } from '#machines/socket/socket-machine.ts'
import { submissionMachine } from '#machines/submission/submission-machine.ts'
import { synchronisationMachine } from '#machines/synchronisation/synchronisation-machine.ts'
import { timelineMachine } from '#machines/timeline/timeline-machine.ts'
import { chartOf, type MachineChart } from './machine-chart.ts'

/** All machines of the client. A test checks that none is missing. */
const machines: readonly AnyStateMachine[] = [
  rootMachine,
  authMachine,
  endpointsMachine,
  accountMachine,
  leaderMachine,
  expiryMachine,
  timerSettingMachine,
  alertsMachine,
  pushMachine,
  socketMachine,
  outboxMachine,
  messageMachine,
  pendingUpdatesMachine,
  synchronisationMachine,
  timelineMachine,
  submissionMachine,
  recorderMachine,
  playbackMachine,
]

/** The charts of all machines, by machine id. */
export const allCharts: ReadonlyMap<string, MachineChart> = new Map(
  machines.map((machine) => [machine.id, chartOf(machine)]),
)
