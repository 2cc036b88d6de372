import { describe, expect, it } from 'vitest'
import type { WireGroupApplication } from '#schemas/wire/calls/groups.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupPage, groupRow, sayInGroup, textsOf } from '../group-people.ts'
import { callAs, connect, dataOrThrow, type Person, settle, signUp } from '../people.ts'

/** The server decides concurrent calls on one group one after the other. */
export function describeGroupRaces(host: () => ContractHost): void {
  const as = (person: Person, path: string, GroupID: number, fields: object = {}) =>
    callAs(host(), person, path, { GroupID, ...fields })
  const decide = (person: Person, group: number, ApplicationID: number | undefined, Status: '1' | '2') =>
    as(person, '/ProcessGroupJoinApplication', group, { ApplicationID, Status })
  const memberIds = async (person: Person, GroupId: number) =>
    dataOrThrow<{ Members: { UserID: number }[] }>(
      await callAs(host(), person, '/GetGroupInfoByGroupID', { GroupId }),
    ).Members.map(({ UserID }) => UserID)
  /** The notices about people who came or went. */
  const noticesOf = async (person: Person, group: number, type: 'GroupJoin' | 'GroupLeave') =>
    (await groupPage(host(), person, group)).filter(({ MsgType }) => MsgType === type)

  /** A private group of Ann, who owns it, Ben, who manages it too, and Cleo. */
  const managedGroup = async () => {
    const people = await createGroup(host(), { JoinType: '1' })
    const { ann, ben, group } = people
    dataOrThrow(await as(ann, '/ChangeGroupUserRole', group, { UserID: ben.userId, Role: 9 }))
    return people
  }

  describe('concurrent calls on a group', () => {
    it('two managers who decide on one application at the same time get one outcome, and the later one the reason [ADMIN-23 ADMIN-29]', async () => {
      const { ann, ben, cleo, group } = await managedGroup()
      const [dan, eve] = [await signUp(host()), await signUp(host())]
      for (const person of [dan, eve]) await as(person, '/ApplyJoinGroup', group, { Remark: 'Please' })
      const open = dataOrThrow<WireGroupApplication[]>(
        await callAs(host(), ann, '/GetGroupJoinApplications', { GroupId: group }),
      )
      const idOf = ({ userId }: Person) => open.find(({ UserID }) => UserID === userId)?.ID
      const socket = await connect(host(), cleo)

      const different = await Promise.all([
        decide(ann, group, idOf(dan), '2'),
        decide(ben, group, idOf(dan), '1'),
      ])
      const [rejection, approval] = different.map(({ Code }) => Code)
      expect([rejection, approval].sort()).toEqual([0, 7])
      expect(different.find((answer) => answer.Code !== 0)).toMatchObject({
        Msg: 'This request is no longer open.',
      })
      expect((await memberIds(ann, group)).includes(dan.userId)).toBe(approval === 0)

      const same = await Promise.all([decide(ann, group, idOf(eve), '1'), decide(ben, group, idOf(eve), '1')])
      expect(same.map(({ Code }) => Code)).toEqual([0, 0])
      expect((await memberIds(ann, group)).filter((id) => id === eve.userId)).toHaveLength(1)
      await settle(socket, cleo)
      const joins = socket.frames.filter((frame) => frame.Cmd === 'GroupEvent' && frame.UserID === eve.userId)
      expect(joins).toHaveLength(1)
      const accepted = approval === 0 ? 2 : 1
      expect(await noticesOf(ann, group, 'GroupJoin')).toHaveLength(1 + accepted)
    })

    it('a call of a manager who has just lost the role is rejected, and a second removal changes nothing', async () => {
      const { ann, ben, cleo, group } = await managedGroup()
      await sayInGroup(host(), cleo, group, 'of Cleo')
      const remove = (by: Person) => as(by, '/KickOutGroup', group, { UserID: cleo.userId, DeleteAllChat: 1 })
      const [demotion, removal] = await Promise.all([
        as(ann, '/ChangeGroupUserRole', group, { UserID: ben.userId, Role: 0 }),
        remove(ben),
      ])
      expect(demotion).toMatchObject({ Code: 0 })
      const isRemoved = removal.Code === 0
      if (!isRemoved) expect(removal).toMatchObject({ Code: 6 })
      expect((await memberIds(ann, group)).includes(cleo.userId)).toBe(!isRemoved)
      expect(textsOf(await groupPage(host(), ann, group))).toEqual([isRemoved ? null : 'of Cleo'])
      expect(await remove(ben)).toMatchObject({ Code: 6 })

      const other = await managedGroup()
      const twice = await Promise.all(
        [other.ann, other.ben].map((by) =>
          as(by, '/KickOutGroup', other.group, { UserID: other.cleo.userId }),
        ),
      )
      expect(twice.map(({ Code }) => Code)).toEqual([0, 0])
      expect(await noticesOf(other.ann, other.group, 'GroupLeave')).toHaveLength(1)
    })

    it('two transfers at the same time make one member the owner [ADMIN-14 ADMIN-32]', async () => {
      const { ann, ben, cleo, group } = await managedGroup()
      const transfers = await Promise.all(
        [ben, cleo].map(({ userId }) => as(ann, '/TransGroup', group, { UserID: userId })),
      )
      expect(transfers.map(({ Code }) => Code).sort()).toEqual([0, 6])
      const roles = []
      for (const person of [ann, ben, cleo]) roles.push((await groupRow(host(), person, group))?.Self?.Role)
      expect(roles.filter((role) => role === 10)).toHaveLength(1)
      expect(roles[0]).toBe(9)
    })
  })
}
