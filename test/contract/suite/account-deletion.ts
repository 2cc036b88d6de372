import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupRow } from '../group-people.ts'
import { callAs, connect, meet, requestCode, sendText, telCode, toPerson } from '../people.ts'

const minute = 60_000

export function describeAccountDeletion(host: () => ContractHost): void {
  describe('deleting the account', () => {
    it('ends every sign-in, frees the phone number and stops friends from sending [AUTH-57]', async () => {
      const { ann, ben, conversation } = await meet(host())
      host().advance(minute)
      const Code = await requestCode(host(), ann.phone, '2')
      const login = { Phone: ann.phone, TelCode: telCode, Code }
      const elsewhere = toPerson(ann.phone, await host().call('/PhoneLogin', login))
      const otherDevice = await connect(host(), elsewhere)
      const friend = await connect(host(), ben)
      expect(await callAs(host(), ann, '/CancelAccount')).toMatchObject({ Code: 0 })
      await otherDevice.next('ForcedLogout')
      expect(await friend.next('Offline')).toMatchObject({ FriendID: ann.userId })
      for (const token of [ann, elsewhere])
        expect(await callAs(host(), token, '/GetUserInfo')).toMatchObject({ Code: 2 })
      expect(await callAs(host(), ben, '/GetFriends')).toMatchObject({ Code: 0, Data: [] })
      expect(await sendText(host(), ben, conversation, 'Are you there?')).toMatchObject({ Code: 3 })
      for (const Keyword of [String(ann.userId), ann.phone, ann.chatId])
        expect(await callAs(host(), ben, '/SearchUserByPhoneAndID', { Keyword })).toMatchObject({ Code: 1 })
      host().advance(minute)
      const signUpCode = await requestCode(host(), ann.phone, '1')
      const registration = { Phone: ann.phone, TelCode: telCode, Code: signUpCode }
      expect(toPerson(ann.phone, await host().call('/PhoneRegister', registration)).userId).not.toBe(
        ann.userId,
      )
    })

    it('leaves the groups; an own group passes to a manager or the oldest member', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      await callAs(host(), ann, '/ChangeGroupUserRole', { GroupID: group, UserID: cleo.userId, Role: 9 })
      const friend = await connect(host(), ben)
      await callAs(host(), ann, '/CancelAccount')
      expect(await friend.next('GroupEvent', ({ Type }) => Type === 'Leave')).toMatchObject({
        UserID: ann.userId,
      })
      expect(await groupRow(host(), ben, group)).toMatchObject({ UserCount: 2, UserID: cleo.userId })
      await callAs(host(), cleo, '/CancelAccount')
      expect(await groupRow(host(), ben, group)).toMatchObject({ UserCount: 1, UserID: ben.userId })
      expect(await callAs(host(), ben, '/CancelAccount')).toMatchObject({ Code: 0 })
    })
  })
}
