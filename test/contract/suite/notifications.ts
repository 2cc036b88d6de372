import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { callAs, meet, signUp } from '../people.ts'

const loud = {
  IsNotDisturbAll: 0,
  IsNotMessageDisturb: 0,
  IsNotSound: 0,
  IsNotVibration: 0,
  IsNotCallDisturb: 0,
}

export function describeNotifications(host: () => ContractHost): void {
  describe('notification settings', () => {
    it('mute nothing by default [NOTIF-02 NOTIF-03]', async () => {
      const person = await signUp(host())
      expect(await callAs(host(), person, '/GetNotificationSettings')).toMatchObject({ Code: 0, Data: loud })
    })

    it('are replaced as a whole, for one person only [NOTIF-04] (DEC-81)', async () => {
      const { ann, ben } = await meet(host())
      const chosen = { ...loud, IsNotSound: 1, IsNotDisturbAll: true, IsNotCallDisturb: 1 }
      expect(await callAs(host(), ann, '/UpdateNotificationSettings', chosen)).toMatchObject({ Code: 0 })
      expect(await callAs(host(), ann, '/GetNotificationSettings')).toMatchObject({
        Data: { ...loud, IsNotSound: 1, IsNotDisturbAll: 1, IsNotCallDisturb: 1 },
      })
      expect(await callAs(host(), ben, '/GetNotificationSettings')).toMatchObject({ Data: loud })
      await callAs(host(), ann, '/UpdateNotificationSettings', { IsNotVibration: 1 })
      expect(await callAs(host(), ann, '/GetNotificationSettings')).toMatchObject({
        Data: { ...loud, IsNotVibration: 1 },
      })
    })

    it('reject values that are no flag', async () => {
      const person = await signUp(host())
      const answer = await callAs(host(), person, '/UpdateNotificationSettings', { IsNotSound: 'loud' })
      expect(answer).toMatchObject({ Code: 4, Data: { Field: 'IsNotSound' } })
    })
  })

  describe('a device token', () => {
    it('is stored for the sign-in, replaced and removed', async () => {
      const person = await signUp(host())
      for (const DToken of ['one', 'two', '']) {
        expect(await callAs(host(), person, '/UpdateDeviceToken', { DToken })).toMatchObject({ Code: 0 })
      }
    })

    it.each([
      ['missing', {}],
      ['too long', { DToken: 'x'.repeat(4097) }],
    ])('is rejected when it is %s', async (_, fields) => {
      const answer = await callAs(host(), await signUp(host()), '/UpdateDeviceToken', fields)
      expect(answer).toMatchObject({ Code: 4, Data: { Field: 'DToken' } })
    })
  })
}
