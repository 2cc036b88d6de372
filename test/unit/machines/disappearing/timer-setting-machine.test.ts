import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import type { Outcome } from '#domain/commands/command.ts'
import { timerSettingMachine } from '#machines/disappearing/timer-setting-machine.ts'
import { settle } from '../simulated-clock.ts'

const rejected: Outcome = { isOk: false, rejection: { key: 'errors.error' } }

/** The machine with a server whose responses the test controls. */
function start() {
  const asked: { seconds: number; answer(outcome: Outcome): void; fail(): void }[] = []
  const save = fromPromise<Outcome<unknown>, { readonly seconds: number }>(
    ({ input: { seconds } }) =>
      new Promise((resolve, reject) => {
        asked.push({ seconds, answer: resolve, fail: () => reject(new Error('gone')) })
      }),
  )
  const actor = createActor(timerSettingMachine.provide({ actors: { save } })).start()
  return { actor, asked, choose: (seconds: number) => actor.send({ type: 'timer.chosen', seconds }) }
}

describe('the setting of disappearing messages', () => {
  it('shows the choice while it is saved, and is unchanged once the server has it [BURN-06]', async () => {
    const { actor, asked, choose } = start()
    choose(60)
    expect(actor.getSnapshot()).toMatchObject({ value: 'saving', context: { chosen: 60 } })
    asked[0]?.answer({ isOk: true, value: undefined })
    await settle()
    expect(actor.getSnapshot().value).toBe('unchanged')
  })

  it.each(['rejects it', 'cannot be reached'])('is rolled back when the server %s', async (how) => {
    const { actor, asked, choose } = start()
    choose(60)
    if (how === 'rejects it') asked[0]?.answer(rejected)
    else asked[0]?.fail()
    await settle()
    expect(actor.getSnapshot().value).toBe('rolledBack')
    choose(60)
    expect(asked).toHaveLength(2)
  })

  it('saves a second choice made meanwhile, and ignores the response to the first', async () => {
    const { actor, asked, choose } = start()
    choose(60)
    choose(60)
    choose(30)
    expect(asked.map(({ seconds }) => seconds)).toEqual([60, 30])
    asked[0]?.answer(rejected)
    await settle()
    expect(actor.getSnapshot()).toMatchObject({ value: 'saving', context: { chosen: 30 } })
    asked[1]?.answer({ isOk: true, value: undefined })
    await settle()
    expect(actor.getSnapshot().value).toBe('unchanged')
  })
})
