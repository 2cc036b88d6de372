import { describe, expect, it } from 'vitest'
import {
  createServiceWorkers,
  fetchVersion,
  StateChangeTimeout,
  UpdateFailed,
} from '#src/app/ports/service-workers.ts'
import { SimulatedClock, settle } from '../../../machines/simulated-clock.ts'

/** A worker that goes through the states of its life when the test or a message tells it to. */
class FakeWorker extends EventTarget {
  readonly messages: unknown[] = []
  state: ServiceWorkerState

  constructor(state: ServiceWorkerState) {
    super()
    this.state = state
  }

  postMessage(message: unknown): void {
    this.messages.push(message)
  }

  become(state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class FakeRegistration extends EventTarget {
  installing: FakeWorker | null = null
  waiting: FakeWorker | null = null
  updates = 0
  failure: Error | undefined
  /** The worker that only the second check finds. */
  foundLater: FakeWorker | null = null

  async update(): Promise<void> {
    this.updates += 1
    if (this.failure) throw this.failure
    if (this.updates === 2) this.installing ??= this.foundLater
  }
}

class FakeContainer extends EventTarget {
  controller: FakeWorker | null = null
  readonly registered: unknown[] = []
  readonly registrations: FakeRegistration[]

  constructor(...registrations: FakeRegistration[]) {
    super()
    this.registrations = registrations
  }

  register = async (url: string, options: unknown) => {
    this.registered.push([url, options])
    return this.registrations[0]
  }
  getRegistration = async () => this.registrations[0]
  getRegistrations = async () => this.registrations
}

const open = (...registrations: FakeRegistration[]) => {
  const clock = new SimulatedClock()
  const container = new FakeContainer(...registrations)
  // It has the parts of a container that the adapter uses.
  const workers = createServiceWorkers(container as unknown as ServiceWorkerContainer, clock)
  return { clock, container, workers }
}

describe('registering', () => {
  it('uses /sw.js for all addresses, and tells whether a worker waits [SW-01]', async () => {
    const registration = new FakeRegistration()
    const { container, workers } = open(registration)
    expect(await workers.register()).toBe('current')
    expect(container.registered).toEqual([['/sw.js', { scope: '/' }]])
    registration.waiting = new FakeWorker('installed')
    expect(await workers.register()).toBe('waiting')
  })

  it('finds none in a browser without service workers, or where they are blocked', async () => {
    expect(await createServiceWorkers(undefined, new SimulatedClock()).register()).toBe('none')
    expect(await open().workers.register()).toBe('none')
  })
})

describe('watching', () => {
  it('notices a change of the controller, until it is stopped [SW-02]', async () => {
    const { container, workers } = open(new FakeRegistration())
    let changes = 0
    const stop = workers.watch(() => (changes += 1))
    container.dispatchEvent(new Event('controllerchange'))
    expect(changes).toBe(1)
    stop()
    container.dispatchEvent(new Event('controllerchange'))
    expect(changes).toBe(1)
  })

  it('notices a worker that waits for the one in control, but not the first worker', async () => {
    const registration = new FakeRegistration()
    const { container, workers } = open(registration)
    let changes = 0
    workers.watch(() => (changes += 1))
    await settle()
    for (const controller of [null, new FakeWorker('activated')]) {
      container.controller = controller
      const installing = new FakeWorker('installing')
      registration.installing = installing
      registration.dispatchEvent(new Event('updatefound'))
      installing.become('installed')
    }
    expect(changes).toBe(1)
  })
})

it('looking for a waiting worker asks the server for a newer one first', async () => {
  const registration = new FakeRegistration()
  const { workers } = open(registration)
  expect([await workers.look(), registration.updates]).toEqual([false, 1])
  registration.waiting = new FakeWorker('installed')
  expect(await workers.look()).toBe(true)
})

describe('activating the waiting worker', () => {
  it('resolves once that worker is active', async () => {
    const registration = new FakeRegistration()
    const waiting = new FakeWorker('installed')
    registration.waiting = waiting
    let isDone = false
    const activating = open(registration)
      .workers.activate()
      .then(() => (isDone = true))
    await settle()
    expect(waiting.messages).toEqual([{ type: 'SKIP_WAITING' }])
    waiting.become('activating')
    await settle()
    expect(isDone).toBe(false)
    waiting.become('activated')
    await activating
  })

  it('does nothing if none waits', async () => {
    await open(new FakeRegistration()).workers.activate()
  })
})

describe('a manual update', () => {
  it('runs over all registrations and waits until their workers are active [SW-05]', async () => {
    const [first, second, idle] = [new FakeRegistration(), new FakeRegistration(), new FakeRegistration()]
    const [installing, waiting] = [new FakeWorker('installing'), new FakeWorker('installed')]
    first.installing = installing
    second.waiting = waiting
    const { workers } = open(first, second, idle)
    let isDone = false
    const updating = workers.update().then(() => (isDone = true))
    await settle()
    expect([first.updates, second.updates, idle.updates]).toEqual([1, 1, 2])
    for (const state of ['installed', 'activating', 'activated'] as const) {
      expect(isDone).toBe(false)
      installing.become(state)
      await settle()
    }
    expect(isDone).toBe(false)
    waiting.become('activated')
    await updating
    expect(isDone).toBe(true)
  })

  it('checks again if the first check finds no worker, because it may have joined an earlier one by the browser [SW-05]', async () => {
    const registration = new FakeRegistration()
    const worker = new FakeWorker('installing')
    registration.foundLater = worker
    const updating = open(registration).workers.update()
    await settle()
    worker.become('installed')
    await settle()
    expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }])
    worker.become('activated')
    await updating
  })

  it('tells a waiting worker to skip waiting, also one that has just been installed [SW-07]', async () => {
    const registration = new FakeRegistration()
    const [installing, waiting] = [new FakeWorker('installing'), new FakeWorker('installed')]
    Object.assign(registration, { installing, waiting })
    const { workers } = open(registration)
    const updating = workers.update()
    await settle()
    expect([installing.messages, waiting.messages]).toEqual([[], [{ type: 'SKIP_WAITING' }]])
    installing.become('installed')
    await settle()
    expect(installing.messages).toEqual([{ type: 'SKIP_WAITING' }])
    installing.become('activated')
    waiting.become('activated')
    await updating
  })

  it('gives up a worker that does not change its state for 30 s [SW-06 SW-17]', async () => {
    const registration = new FakeRegistration()
    const installing = new FakeWorker('installing')
    registration.installing = installing
    const { clock, workers } = open(registration)
    const updating = workers.update().then(
      () => undefined,
      (cause: unknown) => cause,
    )
    await clock.advance(29_999)
    installing.become('installed')
    let failure: unknown = 'none yet'
    void updating.then((cause) => (failure = cause))
    await clock.advance(29_999)
    expect(failure).toBe('none yet')
    await clock.advance(1)
    expect(failure).toBeInstanceOf(StateChangeTimeout)
    expect(failure).toMatchObject({ message: 'Service worker state change timeout' })
  })

  it.each([
    [
      'the server does not answer',
      (registration: FakeRegistration) => (registration.failure = new Error('x')),
    ],
    [
      'the worker cannot be installed',
      (registration: FakeRegistration) => (registration.installing = new FakeWorker('redundant')),
    ],
  ])('fails if %s [SW-16]', async (_, breakIt) => {
    const registration = new FakeRegistration()
    breakIt(registration)
    const failure = await open(registration)
      .workers.update()
      .catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(UpdateFailed)
    expect(failure).toMatchObject({ message: 'Failed to update service worker' })
  })
})

describe('the newest version', () => {
  const answering = (answer: () => Promise<Response>) => {
    const requests: [unknown, RequestInit | undefined][] = []
    const request: typeof fetch = (url, init) => {
      requests.push([url, init])
      return answer()
    }
    return { request, requests }
  }

  it('is asked of the own origin, without credentials, past every cache [BOOT-26]', async () => {
    const clock = new SimulatedClock()
    const file = { version: '5.12.0', hash: '3fa9c1d2e4', timestamp: 36 }
    const { request, requests } = answering(async () => Response.json(file))
    expect(await fetchVersion(request, clock)).toEqual({ version: '5.12.0', key: 'v5.12.0-3fa9c1-10' })
    const [[url, init] = []] = requests
    expect(url).toBe(`/version.json?t=${clock.now()}`)
    expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store' })
    expect(init?.headers).toBeUndefined()
    await clock.advance(1)
    await fetchVersion(request, clock)
    expect(requests[1]?.[0]).not.toBe(url)
  })

  it.each([{ version: '5.12' }, { version: 'v5.12.0' }, {}])('is unknown from %j [BOOT-25]', async (file) => {
    const { request } = answering(async () => Response.json(file))
    expect(await fetchVersion(request, new SimulatedClock())).toBeUndefined()
  })

  it('is given up after 10 s', async () => {
    const clock = new SimulatedClock()
    const { request, requests } = answering(() => new Promise(() => undefined))
    const failing = fetchVersion(request, clock).catch((cause: unknown) => cause)
    await clock.advance(10_000)
    expect(await failing).toMatchObject({ name: 'TimedOut' })
    expect(requests[0]?.[1]?.signal?.aborted).toBe(true)
  })
})
