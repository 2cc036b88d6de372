import type { Client } from '#client/client.ts'
import type { GroupInfo } from '#client/group-lookups.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { GroupMember } from '#schemas/translate/groups.ts'
import type { Lookup, LookupState } from '#streams/lookups/lookup-cache.ts'
import type { Ports } from '#streams/ports.ts'
import type { Backend, BackendLink } from '../backend.ts'
import { changingAccount } from './client-mutants.ts'
import type { Mutant } from './mutant.ts'

const noRows = JSON.stringify({ Code: 0, Msg: '', Data: [] })

/** Drops a group's "deleted for everyone" messages for one member's devices. */
export const missesGroupDeletions = (backend: Backend): Backend => ({
  ...backend,
  fetch: async (request, address) =>
    isUnlucky(address) && new URL(request.url).pathname === '/Api/GetDeleteGroupChat'
      ? { status: 200, text: noRows }
      : backend.fetch(request, address),
  connect: (link, address) =>
    backend.connect(
      isUnlucky(address) ? without(link, (text) => text.startsWith('{"Cmd":"DeleteGroupChat"')) : link,
      address,
    ),
})

const isUnlucky = (address: string): boolean => address.startsWith('bob')

const without = (link: BackendLink, isLost: (text: string) => boolean): BackendLink => ({
  ...link,
  send: (text) => {
    if (!isLost(text)) link.send(text)
  },
})

/** Removes mentions from messages. */
export const losesMentions = (backend: Backend): Backend => {
  const change = (text: string) =>
    text.replace(/"AtIDs":"[^"]*"/g, '"AtIDs":""').replace(/"GotAt":\d+/g, '"GotAt":null')
  return {
    ...backend,
    fetch: async (request, address) => {
      const { status, text } = await backend.fetch(request, address)
      return { status, text: change(text) }
    },
    connect: (link, address) =>
      backend.connect({ ...link, send: (text) => link.send(change(text)) }, address),
  }
}

/** Sends group messages to every connection, regardless of membership. */
export const tellsOutsiders = (backend: Backend): Backend => {
  const links = new Set<BackendLink>()
  return {
    ...backend,
    connect(link, address) {
      links.add(link)
      const send = (text: string) => {
        const isForAll = text.startsWith('{"Cmd":"GroupChat"')
        for (const one of isForAll ? links : [link]) one.send(text)
      }
      const connection = backend.connect({ ...link, send }, address)
      return {
        ...connection,
        receive: (text) => connection.receive(text),
        closed() {
          links.delete(link)
          connection.closed()
        },
      }
    },
  }
}

interface GroupAnswer {
  readonly Code: number
  readonly Data: { readonly GroupData: { readonly ID: number }; readonly Members: readonly unknown[] } | null
}

/** Gives everybody the members of a group that it has told to one of them. */
export const tellsMembersToOutsiders = (backend: Backend): Backend => {
  const told = new Map<number, readonly unknown[]>()
  return {
    ...backend,
    async fetch(request, address) {
      const answer = await backend.fetch(request, address)
      if (new URL(request.url).pathname !== '/Api/GetGroupInfoByGroupID') return answer
      const parsed: GroupAnswer = JSON.parse(answer.text)
      if (!parsed.Data) return answer
      const { GroupData, Members } = parsed.Data
      if (Members.length > 0) told.set(GroupData.ID, Members)
      const Data = { ...parsed.Data, Members: told.get(GroupData.ID) ?? [] }
      return { ...answer, text: JSON.stringify({ ...parsed, Data }) }
    },
  }
}

/** Ignores that this user is banned. */
export const ignoresBans = (ports: Ports): Ports => ({
  ...ports,
  http: {
    async request(request) {
      const answer = await ports.http.request(request)
      return { ...answer, text: answer.text.replace(/("Self":\{"Role":\d+,"Status":)0/g, '$11') }
    },
  },
})

type Create = (ports: Ports) => Client

/** Changes the look-ups of groups. */
const lookingUp = (
  ports: Ports,
  create: Create,
  change: (lookup: Lookup<GroupInfo>, group: ConversationId) => Lookup<GroupInfo>,
): Client =>
  changingAccount(create(ports), (account) => ({
    ...account,
    lookUpGroup: (group) => change(account.lookUpGroup(group), group),
  }))

/** Shows the members that a screen had when it was opened. */
export const refreshesNoMembers = (ports: Ports, create: Create): Client =>
  lookingUp(ports, create, (lookup) => ({ ...lookup, subscribe: lookup.withoutRefresh.subscribe }))

type ChangeMembers = (members: readonly GroupMember[], group: ConversationId) => readonly GroupMember[]

/** Changes the members of groups that this user is in. */
const showingMembers = (ports: Ports, create: Create, change: ChangeMembers): Client =>
  lookingUp(ports, create, (lookup, group) => {
    const changed = (state: LookupState<GroupInfo>): LookupState<GroupInfo> =>
      state.status === 'ready' && state.value.isMember
        ? { ...state, value: { ...state.value, members: change(state.value.members, group) } }
        : state
    return {
      ...lookup,
      get: () => changed(lookup.get()),
      fresh: async () => changed(await lookup.fresh()),
    }
  })

/** Keeps members who have left or were removed. */
export const keepsFormerMembers = (ports: Ports, create: Create): Client => {
  const seen = new Map<string, GroupMember>()
  return showingMembers(ports, create, (members, group) => {
    for (const member of members) seen.set(`${group} ${member.userId}`, member)
    return [...seen].flatMap(([key, member]) => (key.startsWith(`${group} `) ? [member] : []))
  })
}

/** Keeps the role that each member had first, as after a transfer that the list misses. */
export const keepsFirstRoles = (ports: Ports, create: Create): Client => {
  const roles = new Map<string, number>()
  return showingMembers(ports, create, (members, group) =>
    members.map((member) => {
      const key = `${group} ${member.userId}`
      const role = roles.get(key) ?? member.role
      roles.set(key, role)
      return { ...member, role }
    }),
  )
}

/** Mutants of groups and their members. */
export const groupMutants = {
  'stale-members': {
    description: 'an open list of members that no change refreshes',
    violates: 'group-members',
    isViolatedAlone: true,
    options: { breakClient: refreshesNoMembers },
    needsWholeWorld: true,
    noticedBy: 1,
  },
  'dropped-removal': {
    description: 'a list of members that keeps former ones',
    violates: 'group-members',
    isViolatedAlone: true,
    options: { breakClient: keepsFormerMembers },
    needsWholeWorld: true,
    noticedBy: 4,
  },
  'kept-role': {
    description: 'a list of members that ignores new roles and a transfer',
    violates: 'group-members',
    isViolatedAlone: true,
    options: { breakClient: keepsFirstRoles },
    needsWholeWorld: true,
    noticedBy: 15,
  },
  'ignored-ban': {
    description: 'a client that ignores bans of its user',
    violates: 'group-rights',
    isViolatedAlone: true,
    options: { breakPorts: ignoresBans },
    needsWholeWorld: true,
    noticedBy: 3,
  },
} satisfies Record<string, Mutant>
