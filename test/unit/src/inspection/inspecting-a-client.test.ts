import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTimelineHandle } from '#client/timeline.ts'
import { allCharts } from '#machines/inspection/all-charts.ts'
import { statesIn } from '#machines/inspection/machine-chart.ts'
import { coverageOf } from '#src/features/command-center/coverage-view.tsx'
import { innermostStates } from '#src/features/command-center/machines-view.tsx'
import { createFaults, noFaults } from '#src/inspection/faults.ts'
import { createInspection, type Inspection } from '#src/inspection/inspection.ts'
import { actorsAt, isFact, isSignal, messageWays, rowsAt } from '#src/inspection/time-travel.ts'
import type { Ports } from '#streams/ports.ts'
import { InProcessWorld, type Person } from '../../client/in-process-world.ts'

/** Text that people write in this test; the inspection must not contain it. */
const secrets = {
  phone: '13812345678',
  nickname: 'Planted-Nickname',
  text: 'planted text of a message',
  draft: 'planted draft',
  remark: 'planted remark',
}
let world: InProcessWorld
let ada: Person
let ben: Person
let codes: string[]
let inspection: Inspection

async function signUp(person: Person, phone: string): Promise<string> {
  const number = { telCode: '86', phone }
  const { authentication } = person.client
  await world.finished(authentication.sendCode(number, 'sign-up'))
  const code = person.notices.at(-1)?.text?.match(/\d+/)?.[0] ?? ''
  await world.finished(authentication.signUp(number, code))
  await world.until('connected', () => person.client.account.get()?.connection.get().status === 'connected')
  return code
}

const accountOf = (person: Person) => {
  const account = person.client.account.get()
  if (!account) throw new Error('Nobody is signed in')
  return account
}

/** Ada, who is inspected, and Ben become friends and write to each other. */
async function chat(): Promise<void> {
  await world.finished(accountOf(ada).rename(secrets.nickname))
  const application = { userId: accountOf(ada).userId, remark: secrets.remark, chatId: '', source: 'Search' }
  await world.finished(accountOf(ben).contacts.apply(application))
  await world.until('the application', () => accountOf(ada).applications.get().pending.length === 1)
  const pending = accountOf(ada).applications.get().pending[0]?.applicationId
  if (pending === undefined) throw new Error('No application')
  await world.finished(accountOf(ada).contacts.accept(pending))
  await world.until('conversations', () =>
    [ada, ben].every((person) => accountOf(person).conversations.get().length === 1),
  )
  const conversationId = accountOf(ada).conversations.get()[0]?.id
  if (!conversationId) throw new Error('No conversation')
  const screen = accountOf(ada).openTimeline(conversationId, openTimelineHandle)
  for (const person of [ada, ben]) {
    await world.finished(accountOf(person).dispatch({ type: 'SendText', conversationId, text: secrets.text }))
    await world.until('it is there', () =>
      screen.view.get().messages.some(({ body, state }) => body === secrets.text && state !== 'pending'),
    )
  }
  await world.until('both are there', () => screen.view.get().messages.length === 2)
  await world.finished(accountOf(ada).dispatch({ type: 'SaveDraft', conversationId, text: secrets.draft }))
}

beforeAll(async () => {
  world = await InProcessWorld.open()
  inspection = createInspection({
    tab: 'abcd',
    clock: world.clock,
    visibility: { isOnline: () => true, isVisible: () => true },
    path: () => '/messages',
    isAlwaysWatched: true,
  })
  ada = world.start(undefined, inspection)
  ben = world.start()
  codes = [await signUp(ada, secrets.phone), await signUp(ben, '13800000002')]
  await chat()
}, 60_000)
afterAll(async () => {
  await world.finished(ada.client.dispose())
  await world.finished(ben.client.dispose())
  await world.backend.close()
})

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`${root}${folder}/${name}`, 'utf8'))

/** Ids of the machines that a screen starts: it calls `useMachine` or `createActor` with the machine's export. */
function startedByScreens(): ReadonlySet<string> {
  const started = new Set(
    sourcesIn('src').flatMap((text) =>
      [
        ...text.matchAll(
          /\b(?:useMachine|useActorRef|createActor)\(\s*(\w+Machine)\b|\b(create\w+Machine)\(/g,
        ),
      ].map(([, machine, factory]) => machine ?? factory),
    ),
  )
  return new Set(
    sourcesIn('machines').flatMap((text) => {
      const name = /export const (\w+Machine) =/.exec(text)?.[1]
      const id = /createMachine\(\{\s*id: '([^']+)'/.exec(text)?.[1]
      return id !== undefined && started.has(name) ? [id] : []
    }),
  )
}

const report = () => inspection.report(0)
const recorded = () => {
  const { steps } = report()
  return { steps, facts: steps.filter(isFact), signals: steps.filter(isSignal) }
}

describe('an inspected client', () => {
  it('reports no message texts, tokens or codes (DEC-33)', () => {
    const kept = JSON.stringify(report())
    const tokens = ada.client.authentication.view.get().accounts.map(({ token }) => token)
    expect(tokens).toHaveLength(1)
    for (const planted of [...Object.values(secrets), ...tokens]) expect(kept).not.toContain(planted)
    for (const code of codes) expect(kept).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
    expect(kept).not.toContain(secrets.phone.slice(3))
  })

  it('shows a message going out and one coming in, by machines and at positions', () => {
    const { facts, signals } = recorded()
    const types = facts.map(({ type }) => type)
    expect(types.indexOf('MessageSubmitted')).toBeGreaterThan(-1)
    expect(types.indexOf('MessageAcknowledged')).toBeGreaterThan(types.indexOf('MessageSubmitted'))
    expect(types.lastIndexOf('MessageReceived')).toBeGreaterThan(types.indexOf('MessageAcknowledged'))
    expect(facts.find(({ type }) => type === 'MessageAcknowledged')).toMatchObject({ stream: 's:1' })
    const steps = signals.map(
      (signal) => `${signal.actor.split(' ')[0]} ${signal.type} ${innermostStates(signal).join(' · ')}`,
    )
    expect(steps).toContain('message init status.pending · delivery.bySocket')
    expect(steps).toContain('message sendBySocket done status.sent · delivery.recording')
    expect(steps).toContain('leader leadership.won electing.leading')
    expect(steps.some((step) => step.startsWith('outbox message.settled online'))).toBe(true)
  })

  it('names the machine that sent a signal, and counts what was taken', () => {
    const { signals } = recorded()
    const socket = signals.find(({ machine }) => machine === 'socket')?.session
    expect(signals.find(({ type }) => type === 'socket.announced')).toMatchObject({ sender: socket })
    const chart = allCharts.get('message')
    const covered = chart && coverageOf(chart, report().counts)
    expect(covered?.never).toContain('status.stale')
    expect(covered?.never).not.toContain('status.sent')
    expect(covered?.never).toContain('delivery.recording: record error → delivery.paused')
    expect(covered?.never).not.toContain('delivery.recording: record done → delivery.done')
  })

  it('goes back to the machines and read models of an earlier step', () => {
    const { actors } = report()
    const { facts, steps } = recorded()
    const acknowledged = facts.findLast(({ type }) => type === 'MessageAcknowledged')?.sequence ?? 0
    const submitted = facts.findLast(({ type }) => type === 'MessageSubmitted')?.sequence ?? 0
    expect(rowsAt(steps, submitted).get('s:1')?.join()).toMatch(/outbox \w{6}: pending, attempt 1/)
    expect(rowsAt(steps, acknowledged).get('s:1')?.join()).not.toContain('outbox')
    const messageAt = (at: number) =>
      actorsAt({ actors, steps }, at).find(({ machine }) => machine === 'message')
    const [first] = recorded().signals.filter(({ machine }) => machine === 'message')
    expect(messageAt((first?.sequence ?? 0) - 1)).toBeUndefined()
    expect(messageAt(submitted)?.states).toContain('message.status.pending')
    expect(messageAt(acknowledged)?.states).toContain('message.status.sent')
    const settled = actorsAt({ actors, steps }, steps.at(-1)?.sequence ?? 0)
    const statesOf = (all: typeof actors) => new Map(all.map(({ session, states }) => [session, states]))
    expect(statesOf([...settled])).toEqual(expect.objectContaining(statesOf(actors)))
  })

  it('shows the way of a message from its frame or submission on', () => {
    const ways = messageWays(recorded().steps)
    const stagesOf = (isOwn: boolean) =>
      ways.find((way) => way.isOwn === isOwn)?.stages.map(({ name }) => name)
    expect(stagesOf(true)).toEqual(['stored', 'sent', 'published', 'received', 'acknowledged'])
    expect(stagesOf(false)).toEqual(['received', 'stored', 'published'])
  })

  it('shows the machines as a tree with their states', () => {
    const { actors, from } = report()
    const byMachine = new Map(actors.map((actor) => [actor.machine, actor]))
    expect(byMachine.get('socket')?.states).toContain('socket.live.connected.liveness.idle')
    expect(byMachine.get('socket')?.parent).toBe(byMachine.get('leader')?.session)
    expect(byMachine.get('auth')?.states).toEqual(
      expect.arrayContaining(['auth.session.signedIn.steady', 'auth.wiping.idle']),
    )
    expect(byMachine.get('message')?.status).toBe('stopped')
    const chart = allCharts.get('message')
    const taken = chart && statesIn(chart.root).flatMap(({ transitions }) => transitions)
    const latest = taken?.filter(({ key }) => byMachine.get('message')?.latest.includes(key))
    expect(latest?.map(({ guard, name, targets }) => [name, guard, targets])).toEqual([
      ['record', undefined, ['message.delivery.done']],
    ])
    expect(from.role).toBe('leads')
  })

  it('runs every machine of docs/machines, in the client or on a screen', () => {
    const ran = new Set(report().actors.map(({ machine }) => machine))
    const onScreens = startedByScreens()
    expect([...allCharts.keys()].filter((id) => !ran.has(id) && !onScreens.has(id))).toEqual([])
    expect([...allCharts.keys()].filter((id) => !ran.has(id)).sort()).toEqual([...onScreens].sort())
  })

  it('counts the calls of the ports, and follows the read models', async () => {
    await world.until('the read models are written', () =>
      report().models.some(({ model, segment }) => model === 'conversations' && segment === report().head),
    )
    const { ports, rates } = report()
    const totals = Object.fromEntries(rates.map(({ name, total }) => [name, total]))
    for (const total of Object.values(totals)) expect(total).toBeGreaterThan(0)
    const factsOf = (name: string) =>
      Object.fromEntries(
        ports.find(({ port }) => port === name)?.facts.map((fact) => [fact.name, fact.value]) ?? [],
      )
    expect(factsOf('socket')).toMatchObject({ open: 1, ready: 1, attempts: 1 })
    const { 'opened-at': openedAt = 0, 'last-frame': lastFrame } = factsOf('socket')
    expect(lastFrame).toBeGreaterThanOrEqual(openedAt)
    // It leads, and it is the one that makes itself heard.
    expect(factsOf('locks')).toMatchObject({ held: 2 })
    expect(factsOf('storage')['under-way']).toBe(0)
    expect(factsOf('storage').done).toBeGreaterThan(5)
    expect(factsOf('clock').offset).toBeTypeOf('number')
  })

  it('sends a signal by hand only to a machine that accepts it', async () => {
    const socket = report().actors.find(({ machine }) => machine === 'socket')?.session ?? 0
    const before = recorded().signals.length
    inspection.send(socket, { type: 'torch.toggled' })
    expect(recorded().signals).toHaveLength(before)
    inspection.send(socket, { type: 'connection.requested' })
    expect(recorded().signals.slice(before)[0]).toMatchObject({
      type: 'connection.requested',
      session: socket,
    })
    await world.until('connected', () => accountOf(ada).connection.get().status === 'connected')
  })

  it('cuts the socket until the fault ends, and rejects writes like a full disk', async () => {
    const statusOf = (status: string) => () => accountOf(ada).connection.get().status === status
    inspection.inject({ ...noFaults, isSocketCut: true })
    await world.until('cut', () => !statusOf('connected')())
    inspection.inject({ ...noFaults, isStorageFull: true })
    await world.until('connected again', statusOf('connected'))
    const conversationId = accountOf(ada).conversations.get()[0]?.id
    if (!conversationId) throw new Error('No conversation')
    await world.finished(accountOf(ada).dispatch({ type: 'SaveDraft', conversationId, text: 'kept' }))
    await world.until('rejected', () => ada.client.storage.get().status !== 'durable')
    inspection.inject(noFaults)
    await world.until('stored', () => ada.client.storage.get().status === 'durable')
    const faults = recorded().steps.filter((step) => step.kind === 'use' && step.port === 'fault')
    expect(faults.map(({ type }) => type)).toEqual([
      ...['isSocketCut', 'isSocketCut', 'isStorageFull', 'isStorageFull'],
    ])
  })

  it('delays calls, and frames in their order', async () => {
    const conversationId = accountOf(ada).conversations.get()[0]?.id
    if (!conversationId) throw new Error('No conversation')
    const screen = accountOf(ada).openTimeline(conversationId, openTimelineHandle)
    const bodies = () => screen.view.get().messages.map(({ body }) => body)
    inspection.inject({ ...noFaults, delay: 2000 })
    const sentAt = world.clock.monotonic()
    for (const text of ['first', 'second', 'third'])
      await world.finished(accountOf(ben).dispatch({ type: 'SendText', conversationId, text }))
    await world.until('the first has arrived', () => bodies().includes('first'))
    expect(world.clock.monotonic() - sentAt).toBeGreaterThanOrEqual(2000)
    await world.until('all have arrived', () => bodies().includes('third'))
    expect(bodies().slice(-3)).toEqual(['first', 'second', 'third'])

    const askedAt = world.clock.monotonic()
    await world.finished(accountOf(ada).rename('Delayed'))
    expect(world.clock.monotonic() - askedAt).toBeGreaterThanOrEqual(2000)
    inspection.inject(noFaults)
    screen.close()
  })

  it('moves the wall clock of the tab, and no timer', () => {
    const faults = createFaults(world.clock, () => {})
    let ports: Ports | undefined
    world.start(undefined, {
      ...inspection,
      observe(plain) {
        ports = faults.wrap(plain)
        return ports
      },
    })
    faults.set({ ...noFaults, clockShift: 3_600_000 })
    expect(ports?.clock.now()).toBe(world.clock.now() + 3_600_000)
    expect(ports?.clock.monotonic()).toBe(world.clock.monotonic())
  })
})
