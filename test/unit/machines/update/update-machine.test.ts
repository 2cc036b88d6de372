import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import {
  createUpdateMachine,
  lookInterval,
  type NewVersion,
  reloadDelay,
  type UpdateServices,
} from '#machines/update/update-machine.ts'
import { SimulatedClock, settle } from '../simulated-clock.ts'

const running = { version: '5.11.5', key: 'v5.11.5-aaaaaa' }
const next = { version: '5.12.0', key: 'v5.12.0-bbbbbb' }

interface Behaviour {
  readonly registered?: 'none' | 'current' | 'waiting' | Error
  /** The newest version of the server; an error without a network. */
  newest?: NewVersion | undefined | Error
  /** Whether the next look finds a waiting worker; an error without a network. */
  isWaiting?: boolean | Error
  isBusy?: boolean
  /** Resolves when the waiting worker has become active; by default immediately. */
  activate?: () => Promise<void>
}

const settled = async <Value>(value: Value | Error): Promise<Value> => {
  if (value instanceof Error) throw value
  return value
}

async function open(behaviour: Behaviour = {}) {
  const world = { newest: running, isWaiting: false, isBusy: false, ...behaviour }
  const clock = new SimulatedClock()
  const done: string[] = []
  const announced: NewVersion[] = []
  const listeners = new Set<() => void>()
  let free = () => {}
  const services: UpdateServices = {
    workers: {
      register: () => settled(behaviour.registered ?? 'current'),
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      look: () => {
        done.push('look')
        return settled(world.isWaiting)
      },
      activate: () => {
        done.push('activate')
        return world.activate?.() ?? Promise.resolve()
      },
    },
    runningKey: running.key,
    fetchVersion: () => {
      done.push('check')
      return settled(world.newest)
    },
    whenFree(listener) {
      free = listener
      if (!world.isBusy) listener()
      return () => undefined
    },
    reload: () => void done.push('reload'),
    report: { fault: ({ kind }) => void done.push(`fault ${kind}`) },
  }
  const actor = createActor(createUpdateMachine(services), { clock })
  actor.on('update-available', ({ version }) => announced.push(version))
  actor.start()
  await settle()
  const change = async () => {
    for (const listener of [...listeners]) listener()
    await settle()
  }
  const state = () => actor.getSnapshot().value
  return { actor, announced, change, clock, done, free: () => free(), listeners, state, world }
}

describe('a changed service worker', () => {
  it('makes the tab fetch the newest version [SW-02]', async () => {
    const { change, done } = await open()
    expect(done).toEqual([])
    await change()
    expect(done).toEqual(['check'])
  })

  it('is announced with the new version only if its key is not the running one [SW-03]', async () => {
    const { announced, change, state, world } = await open()
    await change()
    expect([announced, state()]).toEqual([[], { on: 'current' }])
    world.newest = next
    await change()
    expect([announced, state()]).toEqual([[next], { on: 'offered' }])
  })

  it.each([
    ['an invalid version file', undefined],
    ['no network', new Error('offline')],
  ])('is not announced with %s, and checked at the next change', async (_, newest) => {
    const { announced, change, done, state, world } = await open({ newest })
    await change()
    expect([announced, state()]).toEqual([[], { on: 'current' }])
    world.newest = next
    await change()
    expect([announced.length, done]).toEqual([1, ['check', 'check']])
  })

  it('is checked again if it changes during the check', async () => {
    const { change, done, listeners } = await open()
    for (const listener of listeners) listener()
    await change()
    expect(done).toEqual(['check', 'check'])
  })

  it('is checked at the start if it waited there', async () => {
    const { announced } = await open({ registered: 'waiting', newest: next })
    expect(announced).toEqual([next])
  })
})

describe('a tab without a service worker', () => {
  it.each([
    ['the browser has none', 'none', []],
    ['it cannot be registered', new Error('404'), ['fault update']],
  ] as const)('does nothing more if %s', async (_, registered, faults) => {
    const { actor, clock, done, listeners } = await open({ registered })
    await clock.advance(lookInterval)
    expect([done, listeners.size, actor.getSnapshot().status]).toEqual([faults, 0, 'done'])
  })
})

describe('the look for a waiting worker', () => {
  it('takes place every 30 minutes, and checks the version if one waits [SW-08]', async () => {
    const { announced, clock, done, world } = await open({ newest: next })
    await clock.advance(30 * 60_000 - 1)
    expect(done).toEqual([])
    await clock.advance(1)
    expect(done).toEqual(['look'])
    world.isWaiting = true
    await clock.advance(30 * 60_000)
    expect([done, announced]).toEqual([['look', 'look', 'check'], [next]])
  })

  it('is repeated after a failure', async () => {
    const { clock, done } = await open({ isWaiting: new Error('offline') })
    await clock.advance(2 * lookInterval)
    expect(done).toEqual(['look', 'look'])
  })

  it('offers no version again that was postponed, but a later one', async () => {
    const { actor, announced, clock, state, world } = await open({ newest: next, isWaiting: true })
    await clock.advance(lookInterval)
    actor.send({ type: 'update.postponed' })
    await clock.advance(lookInterval)
    expect([announced, state()]).toEqual([[next], { on: 'current' }])
    const later = { version: '5.13.0', key: 'v5.13.0-cccccc' }
    world.newest = later
    await clock.advance(lookInterval)
    expect(announced).toEqual([next, later])
  })
})

describe('a confirmed update', () => {
  const confirmed = async (behaviour: Behaviour = {}) => {
    const opened = await open({ newest: next, registered: 'waiting', ...behaviour })
    opened.actor.send({ type: 'update.confirmed' })
    await settle()
    opened.done.splice(0, opened.done.indexOf('activate'))
    return opened
  }

  it('activates the waiting worker immediately, and reloads the tab once after 5 s [SW-10]', async () => {
    const { change, clock, done } = await confirmed()
    expect(done).toEqual(['activate'])
    await change()
    await clock.advance(5_000 - 1)
    expect(done).toEqual(['activate'])
    await clock.advance(1)
    expect(done).toEqual(['activate', 'activate', 'reload'])
    await change()
    await clock.advance(lookInterval)
    expect(done).toEqual(['activate', 'activate', 'reload'])
  })

  it('waits with the reload until a recording or an upload has ended', async () => {
    const { clock, done, free } = await confirmed({ isBusy: true })
    await clock.advance(reloadDelay + lookInterval)
    expect(done).toEqual(['activate', 'activate'])
    free()
    expect(done).toEqual(['activate', 'activate', 'reload'])
  })

  it('is not reloaded before the worker is active, which would show the old version again', async () => {
    let activated = () => {}
    const activate = () => new Promise<void>((resolve) => (activated = resolve))
    const { clock, done } = await confirmed({ activate })
    await clock.advance(reloadDelay + 29_999)
    expect(done).toEqual(['activate', 'activate'])
    activated()
    await settle()
    expect(done).toEqual(['activate', 'activate', 'reload'])
  })

  it('reloads and reports a worker that does not become active', async () => {
    const { clock, done } = await confirmed({ activate: () => Promise.reject(new Error('not in time')) })
    await clock.advance(reloadDelay)
    expect(done).toEqual(['activate', 'activate', 'fault update', 'reload'])
  })

  it('is not started by the change that another tab caused', async () => {
    const { change, clock, done } = await open({ newest: next, registered: 'waiting' })
    await change()
    await clock.advance(lookInterval)
    expect(done).toEqual(['check'])
  })
})
