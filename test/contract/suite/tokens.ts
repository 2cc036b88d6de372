import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  loginFrame,
  meet,
  type Person,
  refreshed,
  requestCode,
  settle,
  signUp,
  telCode,
  toPerson,
} from '../people.ts'

const minute = 60_000

export function describeTokens(host: () => ContractHost): void {
  const refresh = ({ userId }: Person, RefreshToken: string) =>
    host().call('/UpdateToken', { UserID: userId, RefreshToken })
  const isSignedIn = async (person: Person) => (await callAs(host(), person, '/GetUserInfo')).Code === 0

  describe('tokens', () => {
    it('exchanges a refresh token for an access token and the next refresh token [AUTH-44]', async () => {
      const person = await signUp(host())
      host().advance(15 * minute)
      expect(await isSignedIn(person)).toBe(false)
      const second = await refreshed(host(), person)
      expect(second.refreshToken).not.toBe(person.refreshToken)
      expect(await isSignedIn(second)).toBe(true)
      const third = await refreshed(host(), second)
      // Calls in flight with the previous token are not rejected.
      expect([await isSignedIn(second), await isSignedIn(third)]).toEqual([true, true])
    })

    it('keeps the session when responses are lost, even several and late', async () => {
      const person = await signUp(host())
      await refreshed(host(), person)
      const known = await refreshed(host(), person)
      // The first request arrives again, after the client has its response.
      await refreshed(host(), person)
      expect(await isSignedIn(await refreshed(host(), known))).toBe(true)
    })

    it('revokes the session when a token is used after its successor, and notifies its sockets', async () => {
      const person = await signUp(host())
      const socket = await connect(host(), person)
      const second = await refreshed(host(), person)
      const third = await refreshed(host(), second)
      expect(await refresh(person, person.refreshToken)).toMatchObject({ Code: 2 })
      await socket.next('ForcedLogout')
      expect(await socket.closed).toBe(4001)
      expect(await isSignedIn(third)).toBe(false)
      expect(await refresh(third, third.refreshToken)).toMatchObject({ Code: 2 })
    })

    it('revokes the session when two successors of one token are both used', async () => {
      const person = await signUp(host())
      const owner = await refreshed(host(), person)
      const thief = await refreshed(host(), person)
      await refreshed(host(), owner)
      expect(await refresh(thief, thief.refreshToken)).toMatchObject({ Code: 2 })
      expect(await isSignedIn(owner)).toBe(false)
    })

    it('keeps at most twenty access tokens of an account alive: the oldest ends when another is issued', async () => {
      const person = await signUp(host())
      dataOrThrow(await callAs(host(), person, '/UpdatePassword', { Password: 'secret' }))
      const signedIn = { Phone: person.phone, TelCode: telCode, Password: 'secret' }
      const other = toPerson(person.phone, await host().call('/PhoneLogin', signedIn))
      const issue = () => {
        host().advance(1)
        return refreshed(host(), other)
      }
      const issued: Person[] = []
      for (let count = 0; count < 18; count++) issued.push(await issue())
      expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, true])
      const newest = [await issue(), await issue()]
      for (const one of newest) expect(await isSignedIn(one)).toBe(true)
      const all = [person, other, ...issued, ...newest]
      const alive = await Promise.all(all.map(isSignedIn))
      expect(alive.filter(Boolean)).toHaveLength(20)
      // The sign-in itself goes on.
      expect(await isSignedIn(await refreshed(host(), person))).toBe(true)
    })

    it('rejects refresh tokens that are unknown, foreign, malformed or a month old', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      expect(await refresh(ann, 'nonsense')).toMatchObject({ Code: 2 })
      expect(await refresh(ann, ben.refreshToken)).toMatchObject({ Code: 2 })
      expect(await refresh(ann, ann.token)).toMatchObject({ Code: 2 })
      // None of that counts as reuse.
      expect(await isSignedIn(ann)).toBe(true)
      host().advance(31 * 24 * 60 * minute)
      await host().sweep()
      expect(await refresh(ann, ann.refreshToken)).toMatchObject({ Code: 2 })
    })

    it('ends the sign-in session on logout, and only that one [AUTH-45]', async () => {
      const person = await signUp(host())
      host().advance(minute)
      const Code = await requestCode(host(), person.phone, '2')
      const login = { Phone: person.phone, TelCode: telCode, Code }
      const other = toPerson(person.phone, await host().call('/PhoneLogin', login))
      const socket = await connect(host(), person)
      expect(await callAs(host(), person, '/Logout')).toMatchObject({ Code: 0 })
      expect(await socket.closed).toBe(4001)
      expect(socket.frames.map((frame) => frame.Cmd)).not.toContain('ForcedLogout')
      expect(await isSignedIn(person)).toBe(false)
      expect(await refresh(person, person.refreshToken)).toMatchObject({ Code: 2 })
      expect(await isSignedIn(other)).toBe(true)
    })

    it('asks a connection for another login in the last two minutes of its token, and never sends one', async () => {
      const person = await signUp(host())
      const socket = await connect(host(), person)
      host().advance(13 * minute - 1)
      await settle(socket, person)
      expect(socket.frames.filter(({ Cmd }) => Cmd === 'Login')).toHaveLength(1)
      host().advance(1)
      await settle(socket, person)
      expect(await socket.next('Login')).toMatchObject({ Code: 2 })
      const renewed = await refreshed(host(), person)
      socket.send(loginFrame(renewed))
      expect(await socket.next('Login')).toMatchObject({ Code: 0 })
      host().advance(3 * minute)
      await settle(socket, renewed)
      await host().sweep()
      await settle(socket, renewed)
      expect(socket.frames.map(({ Cmd }) => Cmd)).not.toContain('UpdateToken')
    })

    it('ends a connection when the token that it logged in with expires', async () => {
      const { ann, ben } = await meet(host())
      const [ending, living] = [await connect(host(), ann), await connect(host(), ben)]
      for (let minutes = 0; minutes < 14; minutes++) {
        host().advance(minute)
        await settle(ending, ann)
        await settle(living, ben)
      }
      living.send(loginFrame(await refreshed(host(), ben)))
      await living.next('Login', ({ Code }) => Code === 0)
      host().advance(minute)
      await host().sweep()
      expect(await ending.closed).toBe(4001)
      expect(ending.frames.map(({ Cmd }) => Cmd)).not.toContain('ForcedLogout')
      await settle(living, ben)
    })
  })
}
