import { describe, expect, it } from 'vitest'
import { sharedLength } from '#domain/message-list/album.ts'
import type { ContractHost } from '../contract-host.ts'
import { type ForwardResult, forward, pageOf, written } from '../forwarding-people.ts'
import { createGroup, groupPage, sayInGroup } from '../group-people.ts'
import {
  befriendInConversation,
  callAs,
  connect,
  dataOrThrow,
  meet,
  newClientId,
  type Person,
  sendText,
  signUp,
} from '../people.ts'

export function describeForwarding(host: () => ContractHost): void {
  const forwardAs = (person: Person, fields: object) => forward(host(), person, fields)
  const textsIn = async (person: Person, conversation: number) =>
    (await pageOf(host(), person, conversation)).map(({ Message }) => Message)

  /** Ann has written to Ben and can reach Cem and a group as well. */
  const setting = async () => {
    const { ann, ben, cleo, group } = await createGroup(host())
    const cem = await signUp(host())
    const opened = await callAs(host(), ann, '/CreateChatSession', { UserID: ben.userId })
    const source = dataOrThrow<{ ID: number }>(opened).ID
    return { ann, ben, cleo, cem, group, source, target: await befriendInConversation(host(), ann, cem) }
  }

  describe('forwarding', () => {
    it('sends messages in their order to people and groups, on every device of everybody [FWD-09 FWD-11 FWD-16]', async () => {
      const { ann, ben, cem, cleo, group, source, target } = await setting()
      const sockets = [await connect(host(), ann), await connect(host(), cem), await connect(host(), cleo)]
      const Messages = [await written(host(), ben, source, 'one'), await written(host(), ann, source, 'two')]
      for (const _ of Messages) await sockets[0]?.next('Chat')
      const answer = await forwardAs(ann, { Messages, UserIDs: [cem.userId], GroupIDs: [group] })
      const results = dataOrThrow<ForwardResult[]>(answer)
      const arrived = {
        Error: '',
        UserResults: [{ UserID: cem.userId, Success: 1, Msg: '' }],
        GroupResults: [{ GroupID: group, Success: 1, Msg: '' }],
      }
      expect(results).toMatchObject(Messages.map((named) => ({ ...named, ...arrived })))
      expect(await textsIn(cem, target)).toEqual(['one', 'two'])
      for (const socket of sockets.slice(0, 2)) {
        const frames = [await socket.next('Chat'), await socket.next('Chat')]
        expect(frames.map(({ chat }) => chat)).toMatchObject([
          { ChatSessionID: target, UserID: ann.userId, Message: 'one', QuoteChatID: null },
          { ChatSessionID: target, UserID: ann.userId, Message: 'two' },
        ])
      }
      expect((await sockets[2]?.next('GroupChat'))?.groupchat).toMatchObject({
        ...{ GroupID: group, UserID: ann.userId, Message: 'one', AtIDs: '' },
      })
      for (const socket of sockets) socket.close()
    })

    it('keeps the messages of one send together in each target, under ids of its own (DEC-228)', async () => {
      const { ann, ben, cem, group, source, target } = await setting()
      const send = newClientId().slice(-sharedLength)
      const Messages = [await written(host(), ben, source, 'before')]
      for (const index of ['00', '01', '02']) {
        const sent = await sendText(host(), ben, source, index, `${send}${index}`)
        Messages.push({ ChatSessionID: source, ChatID: dataOrThrow<{ ID: number }>(sent).ID })
      }
      const request = { Messages, UserIDs: [cem.userId], GroupIDs: [group], RequestID: newClientId() }
      dataOrThrow(await forwardAs(ann, request))
      dataOrThrow(await forwardAs(ann, request))
      const inTarget = await pageOf(host(), cem, target)
      expect(inTarget.map(({ Message }) => Message)).toEqual(['before', '00', '01', '02'])
      const inGroup = await groupPage(host(), ann, group)
      const sends = [inTarget.slice(-3), inGroup.slice(-3)].map((parts) => {
        expect(parts.map(({ ClientMsgId }) => ClientMsgId?.slice(sharedLength))).toEqual(['00', '01', '02'])
        return new Set(parts.map(({ ClientMsgId }) => ClientMsgId?.slice(0, sharedLength)))
      })
      expect(sends.map(({ size }) => size)).toEqual([1, 1])
      const starts = new Set([send, ...sends.flatMap((one) => [...one])])
      expect(starts.size).toBe(3)
      expect(inTarget[0]?.ClientMsgId?.slice(0, sharedLength)).not.toBe([...(sends[0] ?? [])][0])
    })

    it('returns code 1 with the failed targets and reasons, and sends to the others [FWD-09 FWD-11 FWD-12]', async () => {
      const { ann, ben, cem, source, target } = await setting()
      const stranger = await signUp(host())
      const Messages = [await written(host(), ben, source, 'news')]
      const UserIDs = [stranger.userId, cem.userId]
      const answer = await forwardAs(ann, { Messages, UserIDs, GroupIDs: [999_999_999] })
      expect(answer).toMatchObject({
        Code: 1,
        Data: [
          {
            UserResults: [
              { UserID: stranger.userId, Success: 0, Msg: expect.stringMatching(/not friends/) },
              { UserID: cem.userId, Success: 1 },
            ],
            GroupResults: [{ GroupID: 999_999_999, Success: 0, Msg: 'The message cannot be delivered.' }],
          },
        ],
      })
      expect(await textsIn(cem, target)).toEqual(['news'])
    })

    it('sends to no group in which the person is muted or no member [GROUP-43 FWD-11]', async () => {
      const { ann, ben, group, source } = await setting()
      const others = await createGroup(host())
      dataOrThrow(
        await callAs(host(), ann, '/BanGroupUser', { GroupID: group, UserID: ben.userId, Status: 0 }),
      )
      const Messages = [await written(host(), ben, source, 'hush')]
      const answer = await forwardAs(ben, { Messages, GroupIDs: [group, others.group] })
      expect(answer).toMatchObject({
        Code: 1,
        Data: [{ GroupResults: [{ Success: 0, Msg: expect.stringMatching(/muted/) }, { Success: 0 }] }],
      })
      const said = [
        ...(await groupPage(host(), ann, group)),
        ...(await groupPage(host(), others.ann, others.group)),
      ]
      expect(said.map(({ Message }) => Message)).not.toContain('hush')
    })

    it('gives no access to messages of others, which get the response of unknown ones [FWD-11]', async () => {
      const { ben, cem, source, target } = await setting()
      const eve = await signUp(host())
      const own = await befriendInConversation(host(), eve, cem)
      const { ChatID } = await written(host(), ben, source, 'between us')
      const Messages = [
        { ChatSessionID: source, ChatID },
        { ChatSessionID: own, ChatID },
        { GroupID: source, ChatID },
        { ChatSessionID: own, ChatID: 999_999_999 },
        { ChatID },
      ]
      const answer = await forwardAs(eve, { Messages, UserIDs: [cem.userId] })
      const gone = { Error: 'This message is no longer there.', UserResults: [{ Success: 0 }] }
      expect(answer).toMatchObject({ Code: 1, Data: Messages.map(() => gone) })
      expect(await textsIn(cem, own)).toEqual([])
      expect(await textsIn(cem, target)).toEqual([])
    })

    it('omits group messages from before the person joined, and deleted ones [FWD-11]', async () => {
      const { ann, ben, cem, group, source, target } = await setting()
      const { ID } = dataOrThrow<{ ID: number }>(await sayInGroup(host(), ben, group, 'earlier'))
      dataOrThrow(await callAs(host(), cem, '/JoinGroup', { GroupID: group }))
      const early = await forwardAs(cem, {
        Messages: [{ GroupID: group, ChatID: ID }],
        UserIDs: [ann.userId],
      })
      expect(early).toMatchObject({ Code: 1, Data: [{ Error: 'This message is no longer there.' }] })
      const named = await written(host(), ann, source, 'taken back')
      const socket = await connect(host(), ann)
      socket.send({ Cmd: 'DeleteChat', UserID: ann.userId, ...named })
      await socket.next('DeleteChat')
      const deleted = await forwardAs(ann, { Messages: [named], UserIDs: [cem.userId] })
      expect(deleted).toMatchObject({ Code: 1, Data: [{ Error: 'This message is no longer there.' }] })
      expect(await textsIn(cem, target)).toEqual([])
      socket.close()
    })

    it('rejects disappearing messages and notices, and sends the rest [VIEW-32]', async () => {
      const { ann, ben, cem, group, source, target } = await setting()
      const plain = await written(host(), ben, source, 'stays')
      const [notice] = await groupPage(host(), ann, group)
      const withTimer = { ChatSessionID: source, ReadDelete: 1, AutoDeleteTime: 30 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', withTimer))
      const secret = await written(host(), ben, source, 'disappears')
      expect(notice?.MsgType).toMatch(/notice|GroupJoin/)
      const Messages = [secret, { GroupID: group, ChatID: notice?.ID }, plain]
      const answer = await forwardAs(ann, { Messages, UserIDs: [cem.userId] })
      const refused = { Error: 'This message cannot be forwarded.', UserResults: [{ Success: 0 }] }
      expect(answer).toMatchObject({ Code: 1, Data: [refused, refused, { Error: '' }] })
      expect(await textsIn(cem, target)).toEqual(['stays'])
    })

    it('drops mentions and quotes, and takes the timer of the target conversation [MSG-06]', async () => {
      const { ann, ben, group, source } = await setting()
      const said = await sayInGroup(host(), ben, group, '@all hear', { AtIDs: '0' })
      const { ID: ChatID } = dataOrThrow<{ ID: number }>(said)
      const withTimer = { ChatSessionID: source, ReadDelete: 1, AutoDeleteTime: 60 }
      dataOrThrow(await callAs(host(), ann, '/UpdateChatSession', withTimer))
      const Messages = [{ GroupID: group, ChatID }]
      dataOrThrow(await forwardAs(ann, { Messages, UserIDs: [ben.userId], GroupIDs: [group] }))
      expect((await pageOf(host(), ben, source)).at(-1)).toMatchObject({ ReadDelete: 1, AutoDeleteTime: 60 })
      const copy = (await groupPage(host(), ben, group)).filter(({ Message }) => Message === '@all hear')
      expect(copy.map(({ AtIDs }) => AtIDs)).toEqual(['0', ''])
    })

    it.each([
      ['nothing to send [FWD-08]', { UserIDs: [1] }],
      ['empty lists [FWD-08]', { Messages: [], Urls: [], CollectIDs: [], UserIDs: [1] }],
      ['nobody to get it', { CollectIDs: [1] }],
    ])('refuses %s', async (_, fields) => {
      expect(await forwardAs((await meet(host())).ann, fields)).toMatchObject({ Code: 4 })
    })

    it('reports an unknown collection item as not found', async () => {
      const { ann, ben } = await meet(host())
      const answer = await forwardAs(ann, { CollectIDs: [7], UserIDs: [ben.userId] })
      expect(answer).toMatchObject({ Code: 1, Data: [{ CollectID: 7, UserResults: [{ Success: 0 }] }] })
    })

    it('forwards a contact card unchanged [FWD-16]', async () => {
      const { ann, cem, source, target } = await setting()
      const Message = JSON.stringify({ HeadImg: '', UserID: cem.userId, NickName: 'C"em', VChatID: 'cem' })
      const fields = {
        ChatSessionID: source,
        MsgType: 'card',
        Message,
        TimeStamp: 1,
        ClientMsgId: newClientId(),
      }
      const { ID } = dataOrThrow<{ ID: number }>(await callAs(host(), ann, '/SendChat', fields))
      dataOrThrow(
        await forwardAs(ann, { Messages: [{ ChatSessionID: source, ChatID: ID }], UserIDs: [cem.userId] }),
      )
      expect(await pageOf(host(), cem, target)).toMatchObject([{ MsgType: 'card', Message }])
    })
  })
}
