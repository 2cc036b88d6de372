import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { type Attempt, submissionMachine } from '#machines/submission/submission-machine.ts'

/** An attempt that the test settles. */
const pendingAttempt = () => {
  const settle: { resolve?: (outcome: Outcome<unknown>) => void; reject?: (fault: Error) => void } = {}
  const calls = { count: 0 }
  const attempt = () => {
    calls.count += 1
    return new Promise<Outcome<unknown>>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  }
  return { attempt, settle, calls }
}

/** A form's machine and its submit button. */
function started(notifyRejection: (rejection: Rejection) => void = () => {}) {
  let latest: Attempt = async () => ok
  const actor = createActor(
    submissionMachine.provide({
      actors: { attempt: fromPromise(() => latest()) },
      actions: { notifyRejection: (_, rejection) => notifyRejection(rejection) },
    }),
  ).start()
  const submit = (attempt: Attempt) => {
    latest = attempt
    actor.send({ type: 'submission.requested' })
  }
  return { actor, submit }
}
const ok: Outcome<unknown> = { isOk: true, value: undefined }
const rejected: Outcome<unknown> = { isOk: false, rejection: { key: 'errors.error', field: 'code' } }

describe('submission', () => {
  it('goes from idle over submitting to succeeded', async () => {
    const { actor, submit } = started()
    const pending = pendingAttempt()
    expect(actor.getSnapshot().value).toBe('idle')
    submit(pending.attempt)
    expect(actor.getSnapshot().value).toBe('submitting')
    pending.settle.resolve?.(ok)
    await waitFor(actor, (snapshot) => snapshot.matches('succeeded'))
    expect(actor.getSnapshot().context.rejection).toBeUndefined()
  })

  it('sends once, however often it is pressed meanwhile', () => {
    const { submit } = started()
    const pending = pendingAttempt()
    submit(pending.attempt)
    submit(pending.attempt)
    expect(pending.calls.count).toBe(1)
  })

  it('keeps the rejection until the form is edited', async () => {
    const { actor, submit } = started()
    submit(async () => rejected)
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(actor.getSnapshot().context.rejection).toEqual({ key: 'errors.error', field: 'code' })
    actor.send({ type: 'submission.edited' })
    expect(actor.getSnapshot().value).toBe('idle')
    expect(actor.getSnapshot().context.rejection).toBeUndefined()
  })

  it('handles a fault like a rejection', async () => {
    const { actor, submit } = started()
    const pending = pendingAttempt()
    submit(pending.attempt)
    pending.settle.reject?.(new Error('broken'))
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(actor.getSnapshot().context.rejection).toEqual({ key: 'errors.error' })
    submit(async () => ok)
    await waitFor(actor, (snapshot) => snapshot.matches('succeeded'))
  })

  it('shows each rejection once', async () => {
    const told: Rejection[] = []
    const { actor, submit } = started((rejection) => told.push(rejection))
    submit(async () => rejected)
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    submit(async () => ok)
    await waitFor(actor, (snapshot) => snapshot.matches('succeeded'))
    expect(told).toEqual([{ key: 'errors.error', field: 'code' }])
  })

  it('drops the old rejection as soon as it is retried', async () => {
    const { actor, submit } = started()
    submit(async () => rejected)
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    submit(pendingAttempt().attempt)
    expect(actor.getSnapshot().context.rejection).toBeUndefined()
  })

  it('can be used again after it succeeded', async () => {
    const { actor, submit } = started()
    submit(async () => ok)
    await waitFor(actor, (snapshot) => snapshot.matches('succeeded'))
    submit(async () => rejected)
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
  })
})
