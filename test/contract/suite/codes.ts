import { describe, expect, it } from 'vitest'
import type { WireGroup } from '#schemas/wire/calls/groups.ts'
import type { WirePerson } from '#schemas/wire/calls/search.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup } from '../group-people.ts'
import { befriend, callAs, dataOrThrow, type Person, signUp } from '../people.ts'

interface OwnCodes {
  readonly QRCode: string
  readonly RegisterCode: string
}

/** The last characters of a code's URL, which a client reads from the query. */
const codeOf = (url: string): string => new URL(url).searchParams.get('code') ?? ''

export function describeCodes(host: () => ContractHost): void {
  const ownCodes = async (person: Person, fields: object = {}) =>
    dataOrThrow<OwnCodes>(await callAs(host(), person, '/GetUserQRCode', fields))
  const groupCode = async (person: Person, GroupId: number, fields: object = {}) =>
    dataOrThrow<{ GroupQRCode: string }>(
      await callAs(host(), person, '/GetGroupQRCode', { GroupId, ...fields }),
    ).GroupQRCode
  const look = (person: Person, QRCode: string) => callAs(host(), person, '/GetUserInfoByQRCode', { QRCode })
  const apply = (person: Person, QRCode: string) =>
    callAs(host(), person, '/ApplyFriendQRCode', { QRCode, Remark: 'Hello', Source: 'QRCode' })
  const friendIds = async (person: Person) =>
    dataOrThrow<{ FriendID: number }[]>(await callAs(host(), person, '/GetFriends')).map(
      ({ FriendID }) => FriendID,
    )

  describe('codes', () => {
    it('lead to a person who can be asked to be a friend, without telling phone or id [QR-24 QR-25 FRIEND-60]', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const { QRCode } = await ownCodes(ann)
      expect((await ownCodes(ann)).QRCode).toBe(QRCode)
      expect(QRCode).toMatch(/^https?:\/\/[^/]+\/contact\/friend-request\?code=[a-z2-7]{24}$/)
      for (const secret of [ann.phone, `${ann.userId}`, ann.chatId]) expect(QRCode).not.toContain(secret)
      for (const text of [QRCode, codeOf(QRCode)])
        expect(dataOrThrow<WirePerson>(await look(ben, text))).toMatchObject({
          UID: ann.userId,
          VChatID: ann.chatId,
          IsFriend: 0,
        })
      expect(await apply(ben, codeOf(QRCode))).toMatchObject({ Code: 0, Msg: 'Request sent.' })
      const requests = await callAs(host(), ann, '/GetFriendApplications')
      expect(requests).toMatchObject({ Data: [{ UserID: ben.userId, Remark: 'Hello' }] })
      expect(await apply(ann, codeOf(QRCode))).toMatchObject({ Code: 4, Data: { Field: 'QRCode' } })
    })

    it('of a person count as an acquaintance where a group forbids requests among members', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      dataOrThrow(await callAs(host(), ann, '/UpdateGroup', { GroupID: group, AddFriend: 0 }))
      const { QRCode } = await ownCodes(cleo)
      expect(await apply(ben, QRCode)).toMatchObject({ Code: 0 })
    })

    it('end when they are renewed, and get the same response as unknown, foreign and damaged ones', async () => {
      const { ann, ben, group } = await createGroup(host())
      const old = await ownCodes(ann)
      const oldGroup = await groupCode(ann, group)
      const renewed = await ownCodes(ann, { Renew: 1 })
      const renewedGroup = await groupCode(ann, group, { Renew: 1 })
      expect(await look(ben, renewed.QRCode)).toMatchObject({ Code: 0 })
      const wrong = (valid: string) => [
        codeOf(valid).slice(1),
        'a'.repeat(24),
        'hello',
        'x'.repeat(512),
        `${codeOf(valid)}!`,
      ]
      const calls: [string, string, string[]][] = [
        ['/GetUserInfoByQRCode', 'QRCode', [old.QRCode, renewedGroup, ...wrong(renewed.QRCode)]],
        ['/GetGroupInfoByQRCode', 'GroupQRCode', [oldGroup, renewed.QRCode, ...wrong(renewedGroup)]],
        ['/GetRegisterCodeData', 'Data', [old.RegisterCode, renewed.QRCode, ...wrong(renewed.RegisterCode)]],
      ]
      for (const [path, field, codes] of calls)
        for (const code of codes)
          expect(await callAs(host(), ben, path, { [field]: code }), code).toEqual({
            Code: 1,
            Msg: 'This code is not valid any more. Ask for a new one.',
            Data: null,
          })
      for (const code of [old.QRCode, renewedGroup, ...wrong(renewed.QRCode)])
        expect(await apply(ben, code), code).toMatchObject({ Code: 7 })
      expect(await look(ben, 'x'.repeat(513))).toMatchObject({ Code: 4 })
    })

    it('of a group show it to strangers, a private one too, and lead into it [QR-26 QR-27]', async () => {
      const { ann, ben, group } = await createGroup(host())
      const stranger = await signUp(host())
      dataOrThrow(await callAs(host(), ann, '/UpdateGroupInfo', { GroupID: group, Info: 'For members' }))
      dataOrThrow(await callAs(host(), ann, '/UpdateGroup', { GroupID: group, JoinType: 1 }))
      const url = await groupCode(ben, group)
      expect(url).toMatch(/^https?:\/\/[^/]+\/contact\/join-group\?code=[a-z2-7]{24}$/)
      const seen = async (person: Person) => {
        const answer = await callAs(host(), person, '/GetGroupInfoByQRCode', { GroupQRCode: codeOf(url) })
        return dataOrThrow<{ GroupData: WireGroup }>(answer).GroupData
      }
      expect(await seen(stranger)).toMatchObject({ ID: group, JoinType: 1, UserCount: 3, Info: '' })
      expect(await seen(ben)).toMatchObject({ ID: group, Info: 'For members' })
      const renewal = { GroupId: group, Renew: 1 }
      expect(await callAs(host(), ben, '/GetGroupQRCode', renewal)).toMatchObject({ Code: 6 })
      const joining = { GroupID: group, Remark: 'By code' }
      expect(await callAs(host(), stranger, '/ApplyJoinGroup', joining)).toMatchObject({ Code: 0 })
      const requests = await callAs(host(), ann, '/GetGroupJoinApplications', { GroupId: group })
      expect(requests).toMatchObject({ Data: [{ UserID: stranger.userId, JoinMethod: 1 }] })
      dataOrThrow(await callAs(host(), ann, '/DeleteGroup', { GroupID: group }))
      const gone = await callAs(host(), stranger, '/GetGroupInfoByQRCode', { GroupQRCode: url })
      expect(gone).toMatchObject({ Code: 1 })
    })

    it('of an invitation name who invites and make both friends at once, unless one is blocked [QR-23 FRIEND-61]', async () => {
      const [ann, ben, cleo] = [await signUp(host()), await signUp(host()), await signUp(host())]
      const { RegisterCode } = await ownCodes(ann)
      const code = codeOf(RegisterCode)
      const nickname = 'Ann'
      dataOrThrow(await callAs(host(), ann, '/UpdateNickName', { NickName: nickname }))
      expect(await callAs(host(), ben, '/GetRegisterCodeData', { Data: code })).toMatchObject({
        Code: 0,
        Data: nickname,
      })
      const accept = (person: Person, fields: object = {}) =>
        callAs(host(), person, '/ApplyFriendByRegisterCode', {
          RegisterCode: code,
          Source: 'QRCode',
          ...fields,
        })
      expect(await accept(ben, { Source: 'Search' })).toMatchObject({ Code: 4, Data: { Field: 'Source' } })
      expect([await accept(ben), await accept(ben)]).toMatchObject([
        { Code: 0, Msg: 'You are friends now.' },
        { Code: 0, Msg: 'You are friends already.' },
      ])
      expect([await friendIds(ann), await friendIds(ben)]).toEqual([[ben.userId], [ann.userId]])
      await befriend(host(), ann, cleo)
      dataOrThrow(await callAs(host(), ann, '/AddBlackList', { UserID: cleo.userId }))
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: cleo.userId }))
      expect(await accept(cleo)).toMatchObject({ Code: 0, Msg: 'Request sent.' })
      const dan = await signUp(host())
      await befriend(host(), dan, ann)
      dataOrThrow(await callAs(host(), dan, '/AddBlackList', { UserID: ann.userId }))
      dataOrThrow(await callAs(host(), dan, '/DeleteFriend', { UserID: ann.userId }))
      expect(await accept(dan)).toMatchObject({ Code: 4, Msg: 'Unblock this person first.' })
      expect([await friendIds(cleo), await friendIds(dan)]).toEqual([[], []])
    })

    it('of a deleted account are unknown', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      const { QRCode } = await ownCodes(ann)
      dataOrThrow(await callAs(host(), ann, '/CancelAccount'))
      expect(await look(ben, QRCode)).toMatchObject({ Code: 1 })
    })
  })
}
