import { expect, it } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import { openTab } from './auth-harness.ts'

it.each(['adopt', 'leave', 'refresh'] as const)(
  'raises INVALID_USER_ID when it is to %s an account without an id [AUTH-58]',
  async (work) => {
    const { actor } = await openTab()
    // The machine's set-up names its promise actors by strings.
    const logic = actor.logic.implementations.actors[work] as PromiseActorLogic<unknown>
    const run = createActor(logic, { input: { account: undefined, isSignOutRequested: false } })
    const result = toPromise(run)
    run.start()
    await expect(result).rejects.toThrow('INVALID_USER_ID')
  },
)
