import { eq } from 'drizzle-orm'
import type { PushPayload } from '#schemas/push-payload.ts'
import type { ServerLimits } from '#server/limits/limits.ts'
import type { PushMessage, PushOutcome, PushProvider, ServerPorts } from '#server/ports.ts'
import { deviceToken } from '#server/store/schema/index.ts'
import { inProcessHost } from '#test/contract/in-process-host.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'
import {
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  requestCode,
  sendText,
  telCode,
  toPerson,
} from '#test/contract/people.ts'

/**
 * A backend whose push services are this object. A token is `name@service`, or the only one of its service. `ports` are
 * other ports of the backend.
 */
export function createPushWorld(limits: Partial<ServerLimits> = {}, ports: Partial<ServerPorts> = {}) {
  const sent: PushMessage[] = []
  let outcome: PushOutcome | Promise<PushOutcome> = { kind: 'sent' }
  let lastToken = 0
  let opened: MemoryBackend | undefined

  const push: PushProvider = {
    judge(token) {
      if (token.startsWith('bad')) return 'unusable'
      return token.startsWith('other') ? 'other' : 'usable'
    },
    serviceOf: (token) => token.split('@').at(-1) ?? token,
    async send(message) {
      sent.push(message)
      return outcome
    },
  }
  const backend = () => {
    if (!opened) throw new Error('The backend is not open')
    return opened
  }
  const host = () => inProcessHost(backend())
  const answer = (next: PushOutcome | Promise<PushOutcome>) => {
    outcome = next
  }
  /** Runs the queue; requests of this push service end within the same turn. */
  const run = async () => {
    await backend().server.sendPushes()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const payloads = () => sent.map(({ payload }) => JSON.parse(payload) as PushPayload)
  const register = (person: Person, DToken: string) =>
    callAs(host(), person, '/UpdateDeviceToken', { DToken })
  const nextToken = () => {
    lastToken += 1
    return `token-${lastToken}`
  }

  return {
    ...{ sent, backend, host, answer, run, payloads, register, nextToken },
    open: async () => {
      opened = await openMemoryBackend({ push, ...ports }, limits)
    },
    close: () => backend().close(),
    async reset() {
      await run()
      sent.length = 0
      answer({ kind: 'sent' })
    },
    bodies: () => payloads().map(({ body }) => body),
    tokens: () => sent.map(({ token }) => token),
    storedTokens: async () => (await backend().database.select().from(deviceToken)).map(({ token }) => token),
    /** Replaces a stored token without the checks of the call. */
    replaceToken: (token: string, by: string) =>
      backend().database.update(deviceToken).set({ token: by }).where(eq(deviceToken.token, token)),
    change: (person: Person, settings: object) =>
      callAs(host(), person, '/UpdateNotificationSettings', settings),
    /** Ann creates a group with Ben. */
    async openGroup({ ann, ben }: { readonly ann: Person; readonly ben: Person }, GroupName = 'Walks') {
      const UserIDs = `${ann.userId}|${ben.userId}`
      const fields = { GroupName, GroupImg: '', UserIDs, Info: '', JoinType: '0' }
      return dataOrThrow<{ ID: number }>(await callAs(host(), ann, '/CreateGroup', fields)).ID
    },
    /** Deletes a message for everyone. */
    async erase(person: Person, ChatSessionID: number, ChatID: number) {
      const socket = await connect(host(), person)
      socket.send({ Cmd: 'DeleteChat', ChatID, UserID: person.userId, ChatSessionID })
      await socket.next('DeleteChat')
      socket.close()
    },
    /** The same person on another device. */
    async signInAgain({ phone }: Person): Promise<Person> {
      backend().advance(30_000)
      const Code = await requestCode(host(), phone, '2')
      const fields = { Phone: phone, TelCode: telCode, Code, Type: '1' }
      return toPerson(phone, await host().call('/PhoneLogin', fields))
    },
    /** Ann writes to Ben, whose device has a token and no connection. */
    async acquainted(settings: object = { IsPushTextShown: 1 }) {
      const people = await meet(host())
      await run()
      const token = nextToken()
      dataOrThrow(await register(people.ben, token))
      dataOrThrow(await callAs(host(), people.ben, '/UpdateNotificationSettings', settings))
      dataOrThrow(await callAs(host(), people.ann, '/UpdateNickName', { NickName: 'Ann' }))
      sent.length = 0
      const say = async (text: string) =>
        dataOrThrow<{ ID: number }>(await sendText(host(), people.ann, people.conversation, text)).ID
      return { ...people, token, say }
    },
  }
}
