import { describe, expect, it } from 'vitest'
import { callDefinitions } from '../call-definitions.ts'
import type { ContractHost } from '../contract-host.ts'
import { callAs, meet, type Person, signUp } from '../people.ts'

const guardedCalls = callDefinitions.filter((call) => call.isAuthenticated && !call.isUpload)
const openCalls = callDefinitions.filter((call) => !call.isAuthenticated)

/** Makes any guarded call with given credentials, in the way of its definition. */
const ask = (host: ContractHost, call: (typeof guardedCalls)[number], UID: unknown, Token: unknown) =>
  call.method === 'GET'
    ? host.get(call.path, {}, { UID: String(UID), Token: String(Token) })
    : host.call(call.path, { UID, Token, DeviceType: 'web' })

const hour = 3_600_000

export function describeGuards(host: () => ContractHost): void {
  describe('guards', () => {
    it('rejects every authenticated call without a token, with a foreign and with an expired one', async () => {
      const [ann, ben] = [await signUp(host()), await signUp(host())]
      for (const call of guardedCalls) {
        const answers = [
          await ask(host(), call, undefined, undefined),
          await ask(host(), call, ann.userId, ben.token),
          await ask(host(), call, ann.userId, `${ann.token}x`),
          await ask(host(), call, ann.userId, ann.refreshToken),
        ]
        expect(answers, call.path).toMatchObject([{ Code: 2 }, { Code: 2 }, { Code: 2 }, { Code: 2 }])
      }
      host().advance(hour)
      for (const call of guardedCalls) {
        expect(await ask(host(), call, ann.userId, ann.token), call.path).toMatchObject({ Code: 2 })
      }
    })

    it('refuses an upload without a token', async () => {
      const file = { name: 'a.png', bytes: new Uint8Array([1]) }
      expect(await host().upload('/UploadHeadImg', {}, file)).toMatchObject({ Code: 2 })
    })

    it('answers open calls without a token, and never with an internal error', async () => {
      for (const call of openCalls) {
        const answer = await (call.method === 'GET' ? host().get(call.path, {}) : host().call(call.path, {}))
        expect([0, 4], call.path).toContain(answer.Code)
      }
    })

    it('answers every call with Code, Msg and Data, whatever the request [HTTP-04]', async () => {
      const { userId, token } = await signUp(host())
      for (const call of callDefinitions.filter(({ method, isUpload }) => method === 'POST' && !isUpload)) {
        for (const fields of [{}, { UID: userId, Token: token }]) {
          const answer = await host().call(call.path, fields)
          expect(Object.keys(answer).sort(), call.path).toEqual(['Code', 'Data', 'Msg'])
          if (answer.Code !== 0) expect(answer.Msg, call.path).not.toBe('')
        }
      }
    })

    it('answers a call that does not exist with a code and a text', async () => {
      for (const path of ['/Nothing', '/sendchat', '/__proto__', '/constructor']) {
        expect(await host().call(path, {})).toMatchObject({
          Code: 7,
          Msg: 'That does not exist.',
          Data: null,
        })
      }
    })

    it.each(['/ReadChat', '/ReadAllChat', '/GetChatData', '/GetDeleteChat'])(
      'answers %s for other people’s conversations as for those that do not exist',
      async (path) => {
        const { conversation } = await meet(host())
        const stranger = await signUp(host())
        const ask = (ChatSessionID: number) =>
          callAs(host(), stranger, path, { ChatSessionID, ChatID: path === '/ReadChat' ? 1 : 0, Status: 2 })
        const foreign = await ask(conversation)
        expect(foreign).toMatchObject({ Code: 11, Data: null })
        expect(await ask(999_999_999)).toEqual(foreign)
      },
    )

    it('returns no conversation of other people in any response [SESS-29]', async () => {
      const { ann, conversation } = await meet(host())
      const stranger = await signUp(host())
      const detail = (person: Person, ChatSessionID: number) =>
        callAs(host(), person, '/GetChatSessionByID', { ChatSessionID })
      expect(await detail(stranger, conversation)).toEqual(await detail(stranger, 999_999_999))
      expect(await detail(stranger, conversation)).toMatchObject({ Code: 1 })
      expect(await detail(ann, conversation)).toMatchObject({
        Code: 0,
        Data: { ID: conversation, IsNotDisturb: 0, IsTop: 0 },
      })
      const SessionInfos = [{ SessionType: '1', ID: conversation, FromID: 0 }]
      const pages = await callAs(host(), stranger, '/GetAllSessionData', { SessionInfos })
      expect(pages).toMatchObject({ Code: 0, Data: [] })
      const list = await callAs(host(), stranger, '/GetAllSessionList')
      expect(list).toMatchObject({ Code: 0, Data: { ChatSessions: [] } })
    })

    it('lets only the recipient decide an application, which others cannot find', async () => {
      const [ann, ben, eve] = [await signUp(host()), await signUp(host()), await signUp(host())]
      await callAs(host(), ann, '/ApplyFriend', { UserID: ben.userId, Remark: '', Source: 'Search' })
      const list = await callAs(host(), ben, '/GetFriendApplications')
      const ID = (list.Data as { ID: number }[])[0]?.ID
      for (const path of ['/AcceptFriendApply', '/RejectFriendApply']) {
        const foreign = await callAs(host(), eve, path, { ID })
        expect(foreign).toMatchObject({ Code: 7 })
        expect(await callAs(host(), ann, path, { ID })).toEqual(foreign)
        expect(await callAs(host(), eve, path, { ID: 999_999_999 })).toEqual(foreign)
      }
      expect(await callAs(host(), eve, '/GetFriendApplications')).toMatchObject({ Data: [] })
    })
  })
}
