import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  type Person,
  refreshed,
  requestCode,
  settle,
  signUp,
  telCode,
  toPerson,
} from '../people.ts'

const minute = 60_000

export function describeSignIns(host: () => ContractHost): void {
  interface SignIn {
    readonly ID: number
    readonly Device: string
    readonly LastTime: number
    readonly IsCurrent: number
  }
  const signInsOf = async (person: Person) =>
    dataOrThrow<SignIn[]>(await callAs(host(), person, '/GetSignIns'))
  const isSignedIn = async (person: Person) => (await callAs(host(), person, '/GetUserInfo')).Code === 0
  const signUpWithPassword = async () => {
    const person = await signUp(host())
    dataOrThrow(await callAs(host(), person, '/UpdatePassword', { Password: 'secret' }))
    return person
  }
  const signInAgain = async ({ phone }: Person, headers: Record<string, string> = {}) =>
    toPerson(
      phone,
      await host().call('/PhoneLogin', { Phone: phone, TelCode: telCode, Password: 'secret' }, headers),
    )
  const firefox = {
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
  }

  describe('own sign-ins', () => {
    it('are listed, newest first, with the current one marked', async () => {
      const person = await signUpWithPassword()
      const other = await signInAgain(person)
      expect(await signInsOf(person)).toMatchObject([{ IsCurrent: 0 }, { IsCurrent: 1 }])
      expect(await signInsOf(other)).toMatchObject([{ IsCurrent: 1 }, { IsCurrent: 0 }])
    })

    it('name the browser and system, and when they were last active', async () => {
      const person = await signUpWithPassword()
      const other = await signInAgain(person, firefox)
      const signedInAt = host().now()
      host().advance(10 * minute)
      expect(await signInsOf(person)).toMatchObject([
        { Device: 'Firefox, Windows', LastTime: signedInAt },
        { LastTime: signedInAt },
      ])
      // One that is connected is active now.
      const socket = await connect(host(), other)
      expect((await signInsOf(person))[0]?.LastTime).toBe(host().now())
      socket.close()
    })

    it('are not listed any more when no token of theirs can be used', async () => {
      const abandoned = await signUpWithPassword()
      host().advance(20 * 24 * 60 * minute)
      const person = await signInAgain(abandoned)
      host().advance(10 * 24 * 60 * minute)
      expect(await signInsOf(await refreshed(host(), person))).toMatchObject([{ IsCurrent: 1 }])
    })

    it('are announced to the account’s other devices, and to nobody else', async () => {
      const [person, stranger] = [await signUpWithPassword(), await signUp(host())]
      const [device, elsewhere] = [await connect(host(), person), await connect(host(), stranger)]
      await signInAgain(person, firefox)
      expect(await device.next('NewSignIn')).toEqual({ Cmd: 'NewSignIn', Device: 'Firefox, Windows' })
      host().advance(minute)
      const Code = await requestCode(host(), person.phone, '2')
      dataOrThrow(await host().call('/CheckPhoneCode', { Phone: person.phone, TelCode: telCode, Code }))
      await settle(device, person)
      await settle(elsewhere, stranger)
      const notices = [device, elsewhere].map(
        ({ frames }) => frames.filter(({ Cmd }) => Cmd === 'NewSignIn').length,
      )
      expect(notices).toEqual([1, 0])
    })

    it('end one by one, and only by their owner', async () => {
      const person = await signUpWithPassword()
      const other = await signInAgain(person)
      const socket = await connect(host(), other)
      const [newest] = await signInsOf(person)
      const stranger = await signUp(host())
      expect(await callAs(host(), stranger, '/EndSignIn', { ID: newest?.ID })).toMatchObject({ Code: 7 })
      dataOrThrow(await callAs(host(), person, '/EndSignIn', { ID: newest?.ID }))
      await socket.next('ForcedLogout')
      expect([await isSignedIn(other), await isSignedIn(person)]).toEqual([false, true])
    })

    it('all end except the current one', async () => {
      const person = await signUpWithPassword()
      const others = [await signInAgain(person), await signInAgain(person)]
      dataOrThrow(await callAs(host(), person, '/EndOtherSignIns'))
      for (const other of others) expect(await isSignedIn(other)).toBe(false)
      expect(await signInsOf(person)).toHaveLength(1)
    })

    it('are twenty at most: the oldest ends when another begins', async () => {
      const person = await signUpWithPassword()
      const second = await signInAgain(person)
      for (let count = 0; count < 19; count++) await signInAgain(person)
      expect([await isSignedIn(person), await isSignedIn(second)]).toEqual([false, true])
    })

    it('end after 180 days, however often their tokens were exchanged', async () => {
      let person = await signUp(host())
      for (let days = 0; days < 180; days += 20) {
        const fields = { UserID: person.userId, RefreshToken: person.refreshToken }
        const tokens = dataOrThrow<{ AccessToken: string; RefreshToken: string }>(
          await host().call('/UpdateToken', fields),
        )
        person = { ...person, token: tokens.AccessToken, refreshToken: tokens.RefreshToken }
        host().advance(20 * 24 * 60 * minute)
      }
      const fields = { UserID: person.userId, RefreshToken: person.refreshToken }
      expect(await host().call('/UpdateToken', fields)).toMatchObject({ Code: 2 })
    })

    it('prove their owner for ten minutes, and for one change', async () => {
      const person = await signUpWithPassword()
      const other = await signInAgain(person)
      expect(await callAs(host(), other, '/UpdatePassword', { Password: 'second' })).toMatchObject({
        Code: 0,
      })
      expect(await callAs(host(), other, '/UpdatePassword', { Password: 'third one' })).toMatchObject({
        Code: 6,
      })
      expect(await callAs(host(), other, '/CancelAccount')).toMatchObject({ Code: 6 })
      const late = toPerson(
        person.phone,
        await host().call('/PhoneLogin', { Phone: person.phone, TelCode: telCode, Password: 'second' }),
      )
      host().advance(10 * minute)
      expect(await callAs(host(), late, '/CancelAccount')).toMatchObject({ Code: 6 })
      dataOrThrow(await callAs(host(), late, '/CheckPassword', { Password: 'second' }))
      expect(await callAs(host(), late, '/CancelAccount')).toMatchObject({ Code: 0 })
    })
  })
}
