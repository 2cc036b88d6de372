import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import { callAs, dataOrThrow, newPhone, requestCode, signUp, telCode, toPerson } from '../people.ts'

const halfMinute = 30_000
const wrongCode = { Code: 4, Data: { Field: 'Code', Key: 'errors.value-not-valid' } }

export function describeSignIn(host: () => ContractHost): void {
  const register = (Phone: string, Code: string) =>
    host().call('/PhoneRegister', { Phone, TelCode: telCode, Code })
  const signIn = (Phone: string, proof: object) =>
    host().call('/PhoneLogin', { Phone, TelCode: telCode, ...proof })

  describe('signing up and in', () => {
    it('sends a code as the only digits of its text, and signs up with it [AUTH-46 AUTH-50]', async () => {
      const phone = newPhone()
      const code = await requestCode(host(), phone, '1')
      expect(code).toMatch(/^\d{6}$/)
      const answer = await register(phone, code)
      expect(answer.Data).toMatchObject({
        UID: expect.any(Number),
        NickName: `User${phone.slice(-4)}`,
        HeadImg: '',
        RefreshToken: expect.stringMatching(/^[\w-]{43}$/),
        VChatID: expect.stringMatching(/^c[a-z2-7]{9}$/),
      })
      const { Token, AccessToken } = dataOrThrow<{ Token: string; AccessToken: string }>(answer)
      expect(Token).toBe(AccessToken)
      const person = toPerson(phone, answer)
      expect(await callAs(host(), person, '/GetUserInfo')).toMatchObject({
        Code: 0,
        Data: { UID: person.userId, Phone: phone, TelCode: telCode, VChatID: person.chatId },
      })
    })

    it('signs in with a code and returns the same data as sign-up [AUTH-49]', async () => {
      const { phone, userId, chatId } = await signUp(host())
      host().advance(halfMinute)
      const Code = await requestCode(host(), phone, '2')
      expect(toPerson(phone, await signIn(phone, { Code }))).toMatchObject({ userId, chatId })
    })

    it('accepts codes of sign-up for sign-up only [AUTH-47]', async () => {
      const person = await signUp(host())
      host().advance(halfMinute)
      const forSignUp = await requestCode(host(), person.phone, '1')
      expect(await signIn(person.phone, { Code: forSignUp })).toMatchObject(wrongCode)
      const phone = newPhone()
      expect(await register(phone, await requestCode(host(), phone, '2'))).toMatchObject(wrongCode)
    })

    it('reveals that a phone is taken only after the right code', async () => {
      const { phone } = await signUp(host())
      host().advance(halfMinute)
      const code = await requestCode(host(), phone, '1')
      const wrong = code === '000000' ? '111111' : '000000'
      expect(await register(phone, wrong)).toMatchObject(wrongCode)
      expect(await register(phone, code)).toMatchObject({
        Code: 4,
        Data: { Field: 'Phone', Key: 'errors.value-not-valid' },
      })
    })

    it('responds to an unknown phone as to a wrong code or password', async () => {
      const { phone } = await signUp(host())
      const unknown = newPhone()
      host().advance(halfMinute)
      const code = await requestCode(host(), unknown, '2')
      expect(await signIn(unknown, { Code: code })).toEqual(await signIn(phone, { Code: '000000' }))
      expect(await signIn(unknown, { Password: 'secret' })).toEqual(
        await signIn(phone, { Password: 'secret' }),
      )
      expect(await signIn(phone, { Password: 'secret' })).toMatchObject({
        Code: 4,
        Data: { Field: 'Password', Key: 'errors.value-not-valid' },
      })
    })

    it('accepts a code once', async () => {
      const { phone } = await signUp(host())
      host().advance(halfMinute)
      const Code = await requestCode(host(), phone, '2')
      const answers = await Promise.all([signIn(phone, { Code }), signIn(phone, { Code })])
      expect(answers.map((answer) => answer.Code).sort()).toEqual([0, 4])
    })

    it('accepts any code of the last five minutes until one is used', async () => {
      const { phone } = await signUp(host())
      host().advance(halfMinute)
      const first = await requestCode(host(), phone, '2')
      host().advance(halfMinute)
      const second = await requestCode(host(), phone, '2')
      expect(await signIn(phone, { Code: first })).toMatchObject({ Code: 0 })
      if (first !== second) expect(await signIn(phone, { Code: second })).toMatchObject(wrongCode)
      host().advance(halfMinute)
      const third = await requestCode(host(), phone, '2')
      host().advance(5 * 60_000)
      expect(await signIn(phone, { Code: third })).toMatchObject(wrongCode)
    })

    it('sends a phone twenty codes a day', async () => {
      const phone = newPhone()
      for (let count = 0; count < 20; count++) {
        host().advance(halfMinute)
        await requestCode(host(), phone, '1')
      }
      host().advance(halfMinute)
      const again = { Phone: phone, TelCode: telCode, Token: 'x', Type: '1' }
      expect(await host().call('/GETVABCP', again)).toMatchObject({ Code: 5 })
    })

    it('allows five guesses of a code, also concurrent ones', async () => {
      const { phone } = await signUp(host())
      host().advance(halfMinute)
      const Code = await requestCode(host(), phone, '2')
      const wrong = Code === '000000' ? '111111' : '000000'
      const guesses = await Promise.all(Array.from({ length: 5 }, () => signIn(phone, { Code: wrong })))
      for (const guess of guesses) expect(guess).toMatchObject(wrongCode)
      expect(await signIn(phone, { Code })).toMatchObject(wrongCode)
    })

    it('sends a phone one code in 30 s for any use, and returns when to try again [AUTH-31]', async () => {
      const phone = newPhone()
      await requestCode(host(), phone, '1')
      host().advance(10_000)
      const again = { Phone: phone, TelCode: telCode, Token: 'x', Type: '2' }
      expect(await host().call('/GETVABCP', again)).toMatchObject({ Code: 5, Data: { RetryAfter: 20_000 } })
      host().advance(20_000)
      expect(await host().call('/GETVABCP', again)).toMatchObject({ Code: 0 })
    })

    it('pauses guessing for a phone after ten wrong tries, longer each time', async () => {
      const { phone } = await signUp(host())
      const guess = () => signIn(phone, { Password: 'not it' })
      const guessTenTimes = async () => {
        for (let count = 0; count < 10; count++) expect(await guess()).toMatchObject({ Code: 4 })
      }
      await guessTenTimes()
      expect(await guess()).toMatchObject({ Code: 5, Data: { RetryAfter: 600_000 } })
      host().advance(600_000)
      await guessTenTimes()
      expect(await guess()).toMatchObject({ Code: 5, Data: { RetryAfter: 1_200_000 } })
    })

    it.each([
      [{ Phone: '12a' }, { Field: 'Phone', Key: 'errors.value-not-valid' }],
      [{ TelCode: '' }, { Field: 'TelCode', Key: 'errors.value-not-valid' }],
      [{ Type: '3' }, { Field: 'Type', Key: 'errors.value-not-valid' }],
    ])('refuses a code request with %j and names the field', async (change, data) => {
      const fields = { Phone: newPhone(), TelCode: telCode, Token: 'x', Type: '1', ...change }
      expect(await host().call('/GETVABCP', fields)).toMatchObject({ Code: 4, Data: data })
    })
  })
}
