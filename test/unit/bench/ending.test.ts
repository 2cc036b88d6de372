import { expect, it } from 'vitest'
import { endEverything, endWithBench } from '#test/bench/running/ending.ts'
import { createDeferred } from '../deferred.ts'

it('the bench ends after the cleanups that a measure has begun, and runs each once', async () => {
  const removal = createDeferred()
  const steps: string[] = []
  const dispose = endWithBench(async () => {
    steps.push('removing')
    await removal.promise
    steps.push('removed')
  })
  void dispose()
  const ended = endEverything().then(() => steps.push('ended'))
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  expect(steps).toEqual(['removing'])
  removal.resolve()
  await ended
  expect(steps).toEqual(['removing', 'removed', 'ended'])
})
