import { describe, expect, it } from 'vitest'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { callAs, connect, dataOrThrow, meet, newClientId, type Person } from '../people.ts'
import { mp3, mp4, png } from '../sample-media.ts'

const name = `${'0'.repeat(40)}.png`

export function describeMessageKinds(host: () => ContractHost): void {
  const send = (person: Person, ChatSessionID: number, MsgType: string, Message: string) =>
    callAs(host(), person, '/SendChat', {
      ...{ ChatSessionID, MsgType, Message },
      ...{ TimeStamp: 1, ClientMsgId: newClientId() },
    })
  const uploaded = async ({ userId, token }: Person, conversation: number, bytes = png) => {
    const fields = {
      UID: String(userId),
      Token: token,
      DeviceType: 'web',
      ChatSessionID: String(conversation),
    }
    const answer = await host().upload('/UploadFile', fields, { name: 'a.png', bytes })
    return dataOrThrow<{ FileUrl: string }>(answer).FileUrl
  }
  const page = async (person: Person, ChatSessionID: number) =>
    dataOrThrow<WireMessage[]>(await callAs(host(), person, '/GetChatData', { ChatSessionID, Status: 2 }))

  describe('a message of another kind', () => {
    it('that is a contact card arrives unchanged and is named in the list [MSG-04 MSG-07 MSG-12 SESS-21]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const socket = await connect(host(), ben)
      const card = JSON.stringify({ HeadImg: '', UserID: ben.userId, NickName: 'B"en', VChatID: 'ben' })
      dataOrThrow(await send(ann, conversation, 'card', card))
      const carried = { ChatSessionID: conversation, MsgType: 'card', Message: card }
      expect((await socket.next('Chat')).chat).toMatchObject(carried)
      expect(await page(ben, conversation)).toMatchObject([carried])
      const list = await callAs(host(), ben, '/GetAllSessionList')
      const row = dataOrThrow<{ ChatSessions: WireChatSession[] }>(list).ChatSessions[0]
      expect(row).toMatchObject({ LastMsg: card, LastMsgType: 'card' })
      socket.close()
    })

    it('refers to files of its sender, thumbnail included, which then belong to it [MSG-08 MSG-09 MSG-11 MSG-57]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const [one, two, small] = [
        await uploaded(ann, conversation),
        await uploaded(ann, conversation, mp4),
        await uploaded(ann, conversation),
      ]
      dataOrThrow(await send(ann, conversation, 'file', `${one}|Report|final.pdf`))
      dataOrThrow(await send(ann, conversation, 'video', `${small}|${two}`))
      expect((await page(ben, conversation)).map(({ Message }) => Message)).toEqual([
        `${one}|Report|final.pdf`,
        `${small}|${two}`,
      ])
      for (const used of [one, two, small])
        expect(await send(ann, conversation, 'pic', used)).toMatchObject({ Code: 4 })
      const theirs = await uploaded(ben, conversation, mp3)
      expect(await send(ann, conversation, 'audio', `${theirs}|3`)).toMatchObject({ Code: 4 })
      const own = await uploaded(ann, conversation, mp3)
      expect(await send(ann, conversation, 'pic', `${theirs}|${own}`)).toMatchObject({ Code: 4 })
      expect(await send(ann, conversation, 'audio', `${own}|3`)).toMatchObject({ Code: 0 })
    })

    it.each([
      ['card', '{"NickName":"nobody"}'],
      ['card', 'not JSON'],
      ['audio', `/files/messages/${name}`],
      ['audio', `/files/messages/${name}|soon`],
      ['video', 'https://elsewhere.example/a.mp4'],
      ['file', 'file:///etc/passwd|passwd'],
      ['file', `/files/messages/${name}|unknown.pdf`],
      ['notice', 'I am the server'],
      ['noticeallban', 'silence'],
      ['GroupJoin', '{"Kind":"joined"}'],
      ['GroupLeave', ''],
      ['invite', '{"GroupID":1,"GroupName":"Anything"}'],
      ['call', 'missed'],
      ['script', 'alert(1)'],
    ])('is rejected as %s with the body %s', async (kind, body) => {
      const { ann, conversation } = await meet(host())
      expect(await send(ann, conversation, kind, body)).toMatchObject({ Code: 4 })
      expect(await page(ann, conversation)).toEqual([])
    })
  })
}
