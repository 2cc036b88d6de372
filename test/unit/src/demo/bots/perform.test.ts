import { expect, it } from 'vitest'
import type { Step } from '#src/demo/bots/behaviour.ts'
import { createPerformance } from '#src/demo/bots/running/run-bot.ts'
import type { Clock } from '#streams/ports.ts'
import { createVirtualTime, type ScheduleHandle } from '#test/simulation/virtual-clock.ts'

const say = (text: string, after: number): Step => ({ type: 'say', text, after })

function createStage(act: (text: string) => Promise<void> = async () => undefined) {
  const time = createVirtualTime(() => false)
  const start = time.now()
  const clock: Clock = {
    now: time.now,
    monotonic: time.now,
    setTimeout: (callback, delay) => ({ timer: time.schedule(delay, callback) }),
    // Only the line above makes handles.
    clearTimeout: ({ timer }) => (timer as ScheduleHandle).cancel(),
  }
  const done: string[] = []
  const failures: unknown[] = []
  const typed: string[] = []
  const performance = createPerformance(
    clock,
    async (step) => {
      if (step.type !== 'say') return
      await act(step.text)
      done.push(`${step.text} ${time.now() - start}`)
    },
    (cause) => failures.push(cause),
    (step) => {
      const text = step.type === 'say' ? step.text : step.type
      typed.push(`${text} from ${time.now() - start}`)
      return () => void typed.push(`${text} until ${time.now() - start}`)
    },
  )
  const runFor = async (duration: number) => {
    await time.settle()
    await time.runUntil(time.now() + duration)
  }
  return { performance, done, failures, typed, runFor }
}

it('performs one step after another, each after its own pause', async () => {
  const { performance, done, runFor } = createStage()
  performance.perform([say('a', 100), say('b', 200)])
  await runFor(1000)
  expect(done).toEqual(['a 100', 'b 300'])
})

it('drops the remaining steps when it starts again or stops', async () => {
  const { performance, done, runFor } = createStage()
  performance.perform([say('a', 100), say('b', 200)])
  await runFor(150)
  performance.perform([say('c', 100), say('d', 100)])
  await runFor(110)
  performance.stop()
  await runFor(1000)
  expect(done).toEqual(['a 100', 'c 250'])
})

it('ends a plan with the step that fails, and reports that unless it was dropped', async () => {
  let fail: (cause: Error) => void = () => undefined
  const { performance, done, failures, runFor } = createStage(
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  performance.perform([say('a', 100), say('b', 100)])
  await runFor(150)
  fail(new Error('no'))
  await runFor(1000)
  expect([done, failures.length]).toEqual([[], 1])
  performance.perform([say('c', 100)])
  await runFor(150)
  performance.stop()
  fail(new Error('gone'))
  await runFor(1000)
  expect(failures).toHaveLength(1)
})

it('types for at most 6 s before a message, until it is sent or dropped', async () => {
  const { performance, typed, runFor } = createStage()
  performance.perform([say('a', 60_000), say('b', 1_000), say('c', 5_000)])
  await runFor(63_000)
  performance.stop()
  await runFor(10_000)
  expect(typed).toEqual([
    ...['a from 54000', 'a until 60000', 'b from 60000', 'b until 61000'],
    ...['c from 61000', 'c until 63000'],
  ])
})
