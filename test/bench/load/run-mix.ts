import { makeEach, makeGroup, makePairs } from '../server/people.ts'
import type { LoadOptions } from './load-options.ts'
import { type MixResult, type ProcessState, Recorder } from './load-report.ts'
import { type LoadUser, openUser } from './load-user.ts'
import { UserActions } from './user-actions.ts'

interface LoadedServer {
  /** The addresses of its nodes. People are created at the first one, and their sockets are spread over all. */
  readonly addresses: readonly string[]
  readonly metrics: string | undefined
}

/** Members of a group, at most; and groups of one user, because joining is limited. */
const membersOfGroup = 20
const groupsOfUser = 20
/** The parts of the run after which a quarter of the users loses its connections. */
const storms = [1 / 3, 2 / 3]
const stormShare = 1 / 4
/** A response that takes longer counts as missing, ms. */
const responseWithin = 10_000
/** The interval at which due actions start, ms. */
const tick = 10

/** How often each action happens, of 100. */
const mix = [
  { action: 'direct', share: 50 },
  { action: 'group', share: 15 },
  { action: 'read', share: 20 },
  { action: 'history', share: 8 },
  { action: 'search', share: 2 },
  { action: 'sync', share: 5 },
] as const
type ActionName = (typeof mix)[number]['action']

/** Creates people, connects them and lets them act at the wanted rate. */
export async function runMix(
  { addresses, metrics }: LoadedServer,
  { users: count, groups, rate, minutes }: LoadOptions,
  tell: (text: string) => void,
): Promise<MixResult> {
  const [first = ''] = addresses
  tell(`Creating ${count} people`)
  const people = await makePairs(first, count)
  const recorder = new Recorder()
  const idle = await readProcess(metrics)
  tell('Connecting')
  const actions = new UserActions(recorder)
  const users = await Promise.all(
    people.map((one, at) => openUser(addresses[at % addresses.length] ?? first, one, actions)),
  )
  const connected = await readProcess(metrics)
  await joinGroups(first, users, groups)
  await makeEach(users, (user) => actions.greet(user))
  tell('Acting')
  const start = performance.now()
  await actAtRate(users, actions, rate, minutes * 60_000)
  await actions.settle(responseWithin)
  const seconds = (performance.now() - start) / 1000
  const end = await readProcess(metrics)
  for (const user of users) user.stop()
  const process = idle && connected && end ? { idle, connected, end } : undefined
  return { times: recorder.times, failures: recorder.failures, seconds, process }
}

async function joinGroups(address: string, users: readonly LoadUser[], wanted: number): Promise<void> {
  const size = Math.min(membersOfGroup, users.length)
  const count = Math.min(wanted, Math.floor((users.length * groupsOfUser) / size))
  for (let at = 0; at < count; at += 1) {
    // Pairs stay together, because the first two members have to be friends.
    const from = (at * size) % (users.length - 1)
    const start = from - (from % 2)
    const members = [...users.slice(start), ...users.slice(0, start)].slice(0, size)
    const made = await makeGroup(
      address,
      members.map(({ person }) => person),
    )
    for (const [index, { conversation }] of made.entries()) members[index]?.groups.push(conversation)
  }
}

/** Starts actions when they are due, whether or not those before have ended. */
async function actAtRate(
  users: readonly LoadUser[],
  actions: UserActions,
  rate: number,
  duration: number,
): Promise<void> {
  const start = performance.now()
  let done = 0
  let stormsDone = 0
  for (let elapsed = 0; elapsed < duration; elapsed = performance.now() - start) {
    for (const due = (elapsed * rate) / 1000; done < due; done += 1) {
      const user = users[Math.floor(Math.random() * users.length)]
      if (user) actions[chooseAction(user)](user, start + (done * 1000) / rate)
    }
    if (elapsed / duration > (storms[stormsDone] ?? 1)) {
      stormsDone += 1
      for (const user of users) if (Math.random() < stormShare) user.drop()
    }
    await new Promise((resolve) => setTimeout(resolve, tick))
  }
}

function chooseAction({ groups }: LoadUser): ActionName {
  let left = Math.random() * 100
  for (const { action, share } of mix) {
    left -= share
    if (left < 0) return action === 'group' && groups.length === 0 ? 'direct' : action
  }
  return 'direct'
}

/** Reads the state of the server's process from its metrics. */
async function readProcess(metrics: string | undefined): Promise<ProcessState | undefined> {
  if (metrics === undefined) return undefined
  const text = await (await fetch(metrics)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
  return { memory: read('process_resident_memory_bytes'), cpu: read('process_cpu_seconds_total') }
}
