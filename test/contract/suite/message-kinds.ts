import { describe, expect, it } from 'vitest'
import type { WireChatSession } from '#schemas/wire/calls/conversations.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import type { ContractHost } from '../contract-host.ts'
import { createGroup, groupPage, sayInGroup } from '../group-people.ts'
import { callAs, connect, dataOrThrow, meet, newClientId, type Person, settle } from '../people.ts'
import { mp3, mp4, png } from '../sample-media.ts'

const name = `${'0'.repeat(40)}.png`

/** Only messages of two people name their conversation so [MSG-04]. */
const isCommon = (field: string): boolean => field !== 'ChatSessionID'

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

  describe('a message', () => {
    it('has every common field, in frames and in history, of two people and of a group [MSG-01]', async () => {
      const { ann, ben, conversation } = await meet(host())
      const timer = { ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', timer))
      const socket = await connect(host(), ben)
      const asked = dataOrThrow<{ ID: number }>(await send(ann, conversation, 'txt', 'Lunch?')).ID
      const ClientMsgId = newClientId()
      const answer = { ChatSessionID: conversation, MsgType: 'txt', Message: 'Yes', QuoteChatID: asked }
      const answered = { ...answer, TimeStamp: 1, ClientMsgId }
      dataOrThrow(await callAs(host(), ann, '/SendChat', answered))
      await socket.next('Chat')
      const { chat } = await socket.next('Chat')
      // The first message is the notice about the timer.
      const [, , stored] = await page(ben, conversation)
      for (const message of [chat, stored])
        expect(message).toMatchObject({
          ID: expect.any(Number),
          ...{ UserID: ann.userId, UserNickName: expect.any(String), UserDisplayName: '', UserHeadImg: '' },
          ...{ Message: 'Yes', MsgType: 'txt', TimeStamp: host().now(), Status: true, IsRead: 0 },
          ...{ ReadDelete: 1, AutoDeleteTime: 30, ReadStamp: null, SeqID: 3, ClientMsgId },
          Quote: { ID: asked, UserID: ann.userId, Message: 'Lunch?', MsgType: 'txt' },
          ...{ CreateTime: host().now(), RetrieveTime: null },
          ...{ QuoteChatID: asked, QuoteGroupChatID: null, UserRole: 0 },
        })
      const recalled = { Cmd: 'DeleteChat', ChatID: asked, UserID: ann.userId, ChatSessionID: conversation }
      const annSocket = await connect(host(), ann)
      annSocket.send(recalled)
      await settle(annSocket, ann)
      expect((await page(ben, conversation)).slice(1)).toMatchObject([
        { ID: asked, Message: null, RetrieveTime: host().now() },
        { Quote: null, RetrieveTime: null },
      ])

      const { ann: owner, group } = await createGroup(host())
      const first = dataOrThrow<{ ID: number }>(await sayInGroup(host(), owner, group, 'Hello')).ID
      await callAs(host(), owner, '/SendGroupChat', {
        ...{ GroupID: group, MsgType: 'txt', Message: 'Again', QuoteGroupChatID: first },
        ...{ TimeStamp: 1, ClientMsgId: newClientId() },
      })
      const last = (await groupPage(host(), owner, group)).at(-1)
      const groups = { QuoteChatID: null, QuoteGroupChatID: first, UserRole: 10, UserDisplayName: '' }
      expect(last).toMatchObject(groups)
      expect(Object.keys(last ?? {})).toEqual(
        expect.arrayContaining(Object.keys(stored ?? {}).filter(isCommon)),
      )
    })
  })

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
