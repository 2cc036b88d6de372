import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireGroupApplication } from '#schemas/wire/calls/groups.ts'
import { checkResponses } from './checked-host.ts'
import type { ContractHost, ContractResponse } from './contract-host.ts'
import { createGroup, groupPage, groupRow } from './group-people.ts'
import { openInProcessHost } from './in-process-host.ts'
import { openNodeHost } from './node-host.ts'
import { befriend, callAs, dataOrThrow, type Person, signUp } from './people.ts'

const maxGroupMembers = 6

/** Both stores: in memory, and in a directory. */
const hosts: readonly (readonly [string, () => Promise<ContractHost>])[] = [
  ['in process', () => openInProcessHost({}, { maxGroupMembers })],
  ['node', () => openNodeHost({ MAX_GROUP_MEMBERS: `${maxGroupMembers}` })],
]

const full = { Code: 6, Msg: 'This group is full.' }
const isAccepted = ({ Code }: ContractResponse) => Code === 0

describe.each(hosts)('the limit of members (%s)', (_, open) => {
  let host: ContractHost
  beforeAll(async () => {
    host = checkResponses(await open())
  }, 120_000)
  afterAll(() => host?.close())

  const as = (person: Person, path: string, GroupID: number, fields: object = {}) =>
    callAs(host, person, path, { GroupID, ...fields })
  const signUpMany = async (count: number) => {
    const people: Person[] = []
    for (let index = 0; index < count; index++) people.push(await signUp(host))
    return people
  }
  const applicationsOf = async (person: Person, GroupId: number) =>
    dataOrThrow<WireGroupApplication[]>(await callAs(host, person, '/GetGroupJoinApplications', { GroupId }))
  const decide = (person: Person, group: number, ApplicationID: number | undefined, Status: '1' | '2') =>
    as(person, '/ProcessGroupJoinApplication', group, { ApplicationID, Status })
  const memberIds = async (person: Person, GroupId: number) =>
    dataOrThrow<{ Members: { UserID: number }[] }>(
      await callAs(host, person, '/GetGroupInfoByGroupID', { GroupId }),
    ).Members.map(({ UserID }) => UserID)

  /** A private group of Ann, who owns it, Ben, who manages it too, and Cleo. */
  const managedGroup = async () => {
    const people = await createGroup(host, { JoinType: '1' })
    const { ann, ben, group } = people
    dataOrThrow(await as(ann, '/ChangeGroupUserRole', group, { UserID: ben.userId, Role: 9 }))
    return people
  }

  it('joins, invitations and approvals never exceed the limit of members, and a rejected call names the reason', async () => {
    const { ann, ben, group } = await managedGroup()
    const [applicants, friends, strangers] = [await signUpMany(2), await signUpMany(2), await signUpMany(2)]
    for (const person of applicants) await as(person, '/ApplyJoinGroup', group, { Remark: 'Please' })
    for (const friend of friends) await befriend(host, ann, friend)
    dataOrThrow(await as(ann, '/UpdateGroup', group, { JoinType: '0' }))
    const open = await applicationsOf(ann, group)
    const idOf = ({ userId }: Person) => open.find(({ UserID }) => UserID === userId)?.ID
    const answers = await Promise.all([
      ...strangers.map((person) => as(person, '/JoinGroup', group, { Remark: '' })),
      ...friends.map((friend) =>
        as(ann, '/CheckGroupManualVerified', group, { UserIDs: `${friend.userId}` }),
      ),
      ...applicants.map((person, index) => decide(index % 2 === 0 ? ann : ben, group, idOf(person), '1')),
    ])
    const newcomers = [...strangers, ...friends, ...applicants]
    const winners = newcomers.filter((_, index) => answers[index]?.Code === 0)
    expect(winners).toHaveLength(maxGroupMembers - 3)
    for (const answer of answers.filter((one) => !isAccepted(one))) expect(answer).toMatchObject(full)
    const members = await memberIds(ann, group)
    expect(members).toHaveLength(maxGroupMembers)
    for (const person of newcomers) expect(members.includes(person.userId)).toBe(winners.includes(person))
    const pending = (await applicationsOf(ann, group)).filter(({ Status }) => Status === 0)
    const losers = applicants.filter((person) => !winners.includes(person))
    expect(pending.map(({ UserID }) => UserID).sort()).toEqual(losers.map(({ userId }) => userId).sort())
    expect(await groupRow(host, ann, group)).toMatchObject({ UserCount: maxGroupMembers })
    const notices = (await groupPage(host, ann, group)).filter(({ MsgType }) => MsgType === 'GroupJoin')
    expect(notices).toHaveLength(1 + winners.length)
  })

  it('an invitation of more friends than there is room for adds nobody', async () => {
    const { ann, group } = await managedGroup()
    const friends = await signUpMany(maxGroupMembers - 2)
    for (const friend of friends) await befriend(host, ann, friend)
    const choose = (people: readonly Person[]) =>
      as(ann, '/CheckGroupManualVerified', group, { UserIDs: people.map(({ userId }) => userId).join('|') })
    expect(await choose(friends)).toMatchObject(full)
    expect(await memberIds(ann, group)).toHaveLength(3)
    expect(await choose(friends.slice(1))).toMatchObject({ Code: 0 })
    const fields = { GroupName: 'Walks', GroupImg: '', Info: '', JoinType: '0' }
    const UserIDs = [...friends, ann].map(({ userId }) => userId).join('|')
    expect(await callAs(host, ann, '/CreateGroup', { ...fields, UserIDs })).toMatchObject({ Code: 0 })
    const [seventh, eighth] = await signUpMany(2)
    for (const friend of [seventh, eighth]) if (friend) await befriend(host, ann, friend)
    const tooMany = `${UserIDs}|${seventh?.userId}|${eighth?.userId}`
    expect(await callAs(host, ann, '/CreateGroup', { ...fields, UserIDs: tooMany })).toMatchObject(full)
  })
})
