import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { callAs, connect, type Person, requestCode, signUp, telCode, toPerson } from '../people.ts'

const minute = 60_000

export function describePasswords(host: () => ContractHost): void {
  const signIn = (Phone: string, Password: string) =>
    host().call('/PhoneLogin', { Phone, TelCode: telCode, Password })
  const setPassword = (person: Person, Password: string) =>
    callAs(host(), person, '/UpdatePassword', { Password })
  const isSet = ({ userId, token }: Person) =>
    host().get('/IsSetPassWord', {}, { UID: String(userId), Token: token })
  const proveByCode = async ({ phone }: Person): Promise<Person> => {
    host().advance(minute)
    const Code = await requestCode(host(), phone, '2')
    return toPerson(phone, await host().call('/CheckPhoneCode', { Phone: phone, TelCode: telCode, Code }))
  }

  describe('passwords', () => {
    it('sets the first password without a proof, and signs in with it [AUTH-49 AUTH-51 AUTH-53]', async () => {
      const person = await signUp(host())
      expect(await isSet(person)).toMatchObject({ Code: 0, Data: { IsSetPwd: 0 } })
      expect(await setPassword(person, ' 密码🔑 ')).toMatchObject({ Code: 0 })
      expect(await isSet(person)).toMatchObject({ Code: 0, Data: { IsSetPwd: 1 } })
      expect(toPerson(person.phone, await signIn(person.phone, ' 密码🔑 '))).toMatchObject({
        userId: person.userId,
      })
      expect(await signIn(person.phone, '密码🔑')).toMatchObject({ Code: 4, Data: { Field: 'Password' } })
    })

    it('changes a password only within ten minutes of proving the old one [AUTH-52]', async () => {
      const person = await signUp(host())
      await setPassword(person, 'first-one')
      expect(await setPassword(person, 'second-one')).toMatchObject({ Code: 6 })
      const check = (Password: string) => callAs(host(), person, '/CheckPassword', { Password })
      expect(await check('not it')).toMatchObject({
        Code: 4,
        Data: { Field: 'Password', Key: 'errors.value-not-valid' },
      })
      expect(await setPassword(person, 'second-one')).toMatchObject({ Code: 6 })
      expect(await check('first-one')).toMatchObject({ Code: 0 })
      host().advance(10 * minute)
      expect(await setPassword(person, 'second-one')).toMatchObject({ Code: 6 })
      expect(await check('first-one')).toMatchObject({ Code: 0 })
      expect(await setPassword(person, 'second-one')).toMatchObject({ Code: 0 })
      expect(await signIn(person.phone, 'first-one')).toMatchObject({ Code: 4 })
      expect(await signIn(person.phone, 'second-one')).toMatchObject({ Code: 0 })
    })

    it('resets a forgotten password with a session that allows nothing else, once [AUTH-48 AUTH-51]', async () => {
      const person = await signUp(host())
      await setPassword(person, 'forgotten')
      const proof = await proveByCode(person)
      for (const path of ['/GetUserInfo', '/GetAllSessionList', '/CheckPassword', '/GetFriends']) {
        expect(await callAs(host(), proof, path, { Password: 'forgotten' })).toMatchObject({ Code: 2 })
      }
      const socket = host().openSocket()
      socket.send({
        Cmd: 'Login',
        UID: proof.userId,
        Token: proof.token,
        Lang: 'en-US',
        Gateway: '',
        IsWeb: true,
        DeviceType: 'web',
        WSID: 'abcdefghijkl',
      })
      expect(await socket.next('Login')).toMatchObject({ Code: 2 })
      expect(await setPassword(proof, 'remembered')).toMatchObject({ Code: 0 })
      expect(await setPassword(proof, 'once more')).toMatchObject({ Code: 2 })
      expect(await signIn(person.phone, 'remembered')).toMatchObject({ Code: 0 })
    })

    it('signs out every other session when the password changes, and notifies its sockets [SOCK-57]', async () => {
      const person = await signUp(host())
      await setPassword(person, 'first-one')
      const other = toPerson(person.phone, await signIn(person.phone, 'first-one'))
      const [own, others] = [await connect(host(), person), await connect(host(), other)]
      await callAs(host(), person, '/CheckPassword', { Password: 'first-one' })
      await setPassword(person, 'second-one')
      expect(await others.next('ForcedLogout')).toEqual({ Cmd: 'ForcedLogout' })
      expect(await others.closed).toBe(4001)
      expect(await callAs(host(), other, '/GetUserInfo')).toMatchObject({ Code: 2 })
      expect(await callAs(host(), person, '/GetUserInfo')).toMatchObject({ Code: 0 })
      expect(own.frames.map((frame) => frame.Cmd)).not.toContain('ForcedLogout')
    })

    it.each([
      ['12345', { Key: 'errors.string.length', Count: 6 }],
      ['x'.repeat(129), { Key: 'errors.string.max-length', Count: 128 }],
    ])('rejects the password %j and names its field', async (password, data) => {
      const person = await signUp(host())
      const refused = { Code: 4, Data: { Field: 'Password', ...data } }
      expect(await setPassword(person, password)).toMatchObject(refused)
    })
  })
}
