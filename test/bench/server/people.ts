import type { StoredAccount } from '#schemas/storage/account.ts'
import { befriendByCall, type Caller, createCaller, signUpByCall } from '#test/browser/support/calls.ts'
import type { RunningServer } from '#test/browser/support/server.ts'

/** A person on the real server, with the identity that their calls and sockets use. */
export type Person = Pick<StoredAccount, 'userId' | 'token'>

/** The identity and target of a socket. Undefined for a server without sign-in. */
export interface LoadIdentity {
  readonly person: Person
  readonly conversation: number
  /** Whether the conversation is a group. */
  readonly isGroup?: boolean
}

/** Makes calls as one person. */
export const callerAt = (address: string, { userId, token }: Person): Caller =>
  createCaller({ address }, { UID: userId, Token: token })

let nextPhone = 10_000_000

/** Signs a new person up by calls. */
export function signUp(address: string): Promise<StoredAccount> {
  nextPhone += 1
  return signUpByCall({ address }, 'Bench', `139${nextPhone}`)
}

/** Makes two people friends. Returns their conversation's id. */
async function befriend(address: string, asking: Person, asked: Person): Promise<number> {
  const caller = callerAt(address, asking)
  await befriendByCall(caller, callerAt(address, asked))
  return (await caller.call<{ readonly ID: number }>('/CreateChatSession', { UserID: asked.userId })).ID
}

/** Calls in flight while people are created. */
const width = 8

/** Runs `make` for each item, some concurrently. Resolves with the results in the order of completion. */
export async function makeEach<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<readonly Made[]> {
  const made: Made[] = []
  const left = items.values()
  const lane = async () => {
    // The lanes share one iterator, so that each item is taken once.
    for (const item of left) made.push(await make(item))
  }
  await Promise.all(Array.from({ length: width }, lane))
  return made
}

/** This many people in pairs of friends that write to each other. */
export async function makePairs(address: string, count: number): Promise<readonly LoadIdentity[]> {
  const pairs = await makeEach(Array.from({ length: Math.ceil(count / 2) }), async () => {
    const [one, other] = [await signUp(address), await signUp(address)]
    const conversation = await befriend(address, one, other)
    return [
      { person: one, conversation },
      { person: other, conversation },
    ]
  })
  return pairs.flat().slice(0, count)
}

/** As many people as the largest load needs, once for each server. */
const made = new WeakMap<RunningServer, Promise<readonly LoadIdentity[]>>()

/** People in pairs of friends, the same for all measures of a server. */
export function peopleOf(server: RunningServer, isSmoke: boolean): Promise<readonly LoadIdentity[]> {
  const people = made.get(server) ?? makePairs(server.address, isSmoke ? 4 : 1_000)
  made.set(server, people)
  return people
}

/** Makes a public group of these people; the first two are friends. Returns their identities in it. */
export async function makeGroup(
  address: string,
  people: readonly Person[],
): Promise<readonly LoadIdentity[]> {
  const [owner, friend, ...others] = people
  if (!owner || !friend) throw new Error('a group needs two people')
  const group = { GroupName: 'Bench', GroupImg: '', Info: '', JoinType: '0' }
  const UserIDs = `${owner.userId}|${friend.userId}`
  const created = await callerAt(address, owner).call<{ readonly ID: number }>('/CreateGroup', {
    ...group,
    UserIDs,
  })
  const GroupID = created.ID
  await makeEach(others, (person) => callerAt(address, person).call('/JoinGroup', { GroupID, Remark: '' }))
  return people.map((person) => ({ person, conversation: GroupID, isGroup: true }))
}
