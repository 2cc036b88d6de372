import type { Outcome, Rejection } from '#domain/commands/command.ts'
import {
  batchesOf,
  type ForwardBatch,
  type ForwardDelivery,
  type ForwardOperation,
  type ForwardReport,
  parseForwardReport,
  undeliveredBatch,
} from '#domain/forward/forward-delivery.ts'
import { forwardTimeLimit } from '#domain/http/call-limits.ts'
import { errorName, failureKey, rejectedBecause, succeeded } from '#domain/http/rejection.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import * as api from '#streams/api/forwarding.ts'
import { randomId } from '#streams/clock/random-text.ts'
import type { Random, ReportPort } from '#streams/ports.ts'

/** Starts one request to forward, which can be retried. */
export type StartForward = () => ForwardOperation

type ForwardCore = Pick<AccountCore, 'caller'> & {
  readonly ports: { readonly report: ReportPort; readonly random: Random }
}

/**
 * Creates the operation that forwards messages and saved items. The server copies them into the target conversations.
 *
 * A call takes up to 60 s [FWD-10] and is not retried automatically (DEC-125). A retry by the user sends the same
 * request id, because a call that timed out may have delivered a part (DEC-185). Rejects an empty request [FWD-08] and
 * a request that the server rejected as a whole; the report lists partial failures.
 */
export const createStartForward =
  (core: ForwardCore): StartForward =>
  () => {
    const requestId = randomId(core.ports.random)
    return (deliveries) => forward(core, requestId, deliveries)
  }

async function forward(
  core: ForwardCore,
  requestId: string,
  deliveries: readonly ForwardDelivery[],
): Promise<Outcome<ForwardReport>> {
  const batches = batchesOf(deliveries)
  if (batches.length === 0) {
    core.ports.report.fault({ kind: errorName.badForwardRequest, detail: 'there was nothing to forward' })
    return rejectedBecause({ key: failureKey.generic })
  }
  const reports: ForwardReport[] = []
  const rejections: Rejection[] = []
  for (const batch of batches) {
    const result = await api.forward(
      core.caller,
      { id: requestId, ...batch },
      { timeLimit: forwardTimeLimit },
    )
    if (result.isOk) reports.push(toReport(batch, result.data))
    else {
      rejections.push(result.failure.rejection)
      reports.push({ undelivered: undeliveredBatch(batch, result.failure.rejection), lostCount: 0 })
    }
  }
  const [rejection] = rejections
  if (rejection && rejections.length === batches.length) return rejectedBecause(rejection)
  return succeeded({
    undelivered: reports.flatMap(({ undelivered }) => undelivered),
    lostCount: reports.reduce((sum, { lostCount }) => sum + lostCount, 0),
  })
}

/** Returns the report of a batch that the server did not reject as a whole. */
const toReport = (batch: ForwardBatch, response: api.ForwardOutcome): ForwardReport =>
  response.isComplete ? { undelivered: [], lostCount: 0 } : parseForwardReport(batch, response.results)
