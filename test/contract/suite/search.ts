import { describe, expect, it } from 'vitest'
import type { WireGroupHit, WireSearchResult } from '#schemas/wire/calls/search.ts'
import type { ContractHost } from '../contract-host.ts'
import { filePeople } from '../file-people.ts'
import { createGroup, sayInGroup } from '../group-people.ts'
import { callAs, connect, dataOrThrow, meet, type Person, sendText, settle, signUp } from '../people.ts'
import { png } from '../sample-media.ts'

export function describeSearch(host: () => ContractHost): void {
  const ask = (person: Person, Keyword: string, fields: object = {}) =>
    callAs(host(), person, '/GetChatSearchResult', { Keyword, ...fields })
  const search = async (person: Person, keyword: string, fields: object = {}) => {
    const answer = await ask(person, keyword, fields)
    return answer.Code === 20 ? [] : dataOrThrow<WireSearchResult[]>(answer)
  }
  const idsOf = (results: readonly WireSearchResult[]) =>
    results.flatMap(({ SearchResultDetails }) => SearchResultDetails.map(({ Id }) => Id))
  const found = async (person: Person, keyword: string, fields: object = {}) =>
    idsOf(await search(person, keyword, fields))
  const say = async (person: Person, conversation: number, text: string) =>
    dataOrThrow<{ ID: number }>(await sendText(host(), person, conversation, text)).ID
  const sayTo = async (person: Person, group: number, text: string) =>
    dataOrThrow<{ ID: number }>(await sayInGroup(host(), person, group, text)).ID
  const groups = async (person: Person, Keyword: string) =>
    dataOrThrow<WireGroupHit[]>(await callAs(host(), person, '/SearchMyGroupAllUsers', { Keyword }))
  const frame = async (person: Person, fields: object) => {
    const socket = await connect(host(), person)
    socket.send({ UserID: person.userId, ...fields })
    await settle(socket, person)
    socket.close()
  }

  describe('a search of messages', () => {
    it('returns hits by conversation, the newest first, with all fields [SEARCH-08 SEARCH-10 SEARCH-12]', async () => {
      const { ann, ben, group } = await createGroup(host())
      const chat = dataOrThrow<{ ID: number }>(
        await callAs(host(), ann, '/CreateChatSession', { UserID: ben.userId }),
      ).ID
      dataOrThrow(await callAs(host(), ben, '/GroupUserSetName', { GroupID: group, MemberName: 'Benno' }))
      const first = await sayTo(ben, group, 'Der Zug fährt um acht')
      const middle = await say(ann, chat, 'Welcher ZUG?')
      const last = await sayTo(ann, group, 'zug oder Bus')
      await say(ann, chat, 'anderes')
      const [annName, benName] = [ann, ben].map(({ phone }) => `User${phone.slice(-4)}`)
      const hit = { HeaderImg: '', CreateTime: host().now(), MsgType: 'txt', SeqId: expect.any(Number) }
      expect(dataOrThrow(await ask(ann, ' zug '))).toEqual([
        {
          ...{ DisplayImg: '', SessionName: 'Sunday walks', ChatSessionId: null, GroupId: group },
          ...{ SessionNameUserId: null, HasMore: 0 },
          SearchResultDetails: [
            { ...hit, Id: last, UserId: ann.userId, Message: 'zug oder Bus', NickName: annName },
            { ...hit, Id: first, UserId: ben.userId, Message: 'Der Zug fährt um acht', NickName: 'Benno' },
          ],
        },
        {
          ...{ DisplayImg: '', SessionName: benName, ChatSessionId: chat, GroupId: null },
          ...{ SessionNameUserId: ben.userId, HasMore: 0 },
          SearchResultDetails: [
            { ...hit, Id: middle, UserId: ann.userId, Message: 'Welcher ZUG?', NickName: annName },
          ],
        },
      ])
      expect(await found(ann, 'zug', { GroupID: group })).toEqual([last, first])
      expect(await found(ann, 'zug', { ChatSessionID: chat })).toEqual([middle])
      expect(await ask(ann, 'Flugzeug')).toEqual({ Code: 20, Msg: 'Nothing was found.', Data: null })
    })

    it.each([
      ['case and accents', 'Chào buổi SÁNG Đặng', 'buoi sang dang'],
      ['width', 'Ｎｏ．１２', 'no.12'],
      ['one character of Han', '明天下雨', '天'],
      ['the middle of Han text', '我们明天去公园', '天去'],
      ['traditional by simplified characters', '請問這裡有圖書館嗎', '图书馆'],
      ['simplified by traditional characters', '请问这里有图书馆吗', '圖書館'],
      ['katakana by hiragana', 'カラオケに行こう', 'からおけ'],
      ['half-width kana', 'ﾗｰﾒﾝ', 'ラーメン'],
      ['Hangul', '오늘 만나요', '만나'],
      ['Arabic without vowel marks', 'مَرْحَبًا', 'مرحبا'],
      ['an emoji', 'see you 👋🏽', '👋🏽'],
      ['the code of an emoticon', 'so funny [e02]', '😂'],
      ['several words in any order', 'meet at the station at noon', 'noon stat'],
    ])('finds %s', async (_, text, keyword) => {
      const { ann, ben, conversation } = await meet(host())
      const id = await say(ben, conversation, text)
      await say(ben, conversation, 'something else')
      expect(await found(ann, keyword)).toEqual([id])
      expect(await found(ann, `${keyword} absent`)).toEqual([])
    })

    it('finds files, cards and invitations by their names, not by their addresses', async () => {
      const { ann, ben, conversation } = await meet(host())
      const { upload, send } = filePeople(host)
      const address = await upload(ann, png, conversation)
      const sent = async (type: string, body: string) =>
        dataOrThrow<{ ID: number }>(await send(ann, conversation, type, body)).ID
      const file = await sent('file', `${address}|Budget Übersicht.pdf`)
      const card = await sent(
        'card',
        JSON.stringify({ HeadImg: '', UserID: ben.userId, NickName: 'Übersee' }),
      )
      expect(await found(ben, 'uber')).toEqual([card, file])
      for (const part of ['HeadImg', 'NickName', 'static', address.slice(-12)])
        expect(await found(ben, part), part).toEqual([])
    })

    it('filters by sender, kind and date, also without a keyword', async () => {
      const { ann, ben, conversation } = await meet(host())
      const { upload, send } = filePeople(host)
      const first = await say(ann, conversation, 'look at https://example.org/map')
      const pic = dataOrThrow<{ ID: number }>(
        await send(ben, conversation, 'pic', await upload(ben, png, conversation)),
      ).ID
      const start = host().now() + 1
      host().advance(1)
      const last = await say(ben, conversation, 'no address at all')
      expect(await found(ann, '', { SenderID: ben.userId })).toEqual([last, pic])
      expect(await found(ann, 'a', { SenderID: ann.userId })).toEqual([first])
      expect(await found(ann, '', { Kind: 'picture' })).toEqual([pic])
      expect(await found(ann, '', { Kind: 'link' })).toEqual([first])
      expect(await found(ann, '', { Kind: 'file' })).toEqual([])
      expect(await found(ann, '', { FromTime: start })).toEqual([last])
      expect(await found(ann, '', { ToTime: start })).toEqual([pic, first])
      expect(await found(ann, 'a', { FromTime: start, ToTime: start })).toEqual([])
    })

    it('has pages of hits, and at most 20 of one conversation among all', async () => {
      const { ann, conversation } = await meet(host())
      const ids: number[] = []
      for (let index = 0; index < 25; index += 1) ids.unshift(await say(ann, conversation, `tick ${index}`))
      const [first] = await search(ann, 'tick')
      expect([idsOf(first ? [first] : []), first?.HasMore]).toEqual([ids.slice(0, 20), 1])
      const inChat = { ChatSessionID: conversation, PageSize: 10 }
      const pages: number[][] = []
      for (let BeforeID = 0; pages.length < 3; BeforeID = pages.at(-1)?.at(-1) ?? 0)
        pages.push(await found(ann, 'tick', { ...inChat, BeforeID }))
      expect(pages).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)])
    })

    it('cuts a long text to a part with the hit', async () => {
      const { ann, conversation } = await meet(host())
      await say(ann, conversation, `${'x '.repeat(3_000)}needle${' y'.repeat(3_000)}`)
      const [result] = await search(ann, 'NEEDLE')
      const text = result?.SearchResultDetails[0]?.Message ?? ''
      expect([text.includes('needle'), text.length <= 502]).toEqual([true, true])
    })

    it.each(['', '   ', 'x'.repeat(101)])('rejects the keyword "%s"', async (keyword) => {
      const ann = await signUp(host())
      expect(await ask(ann, keyword)).toMatchObject({ Code: 4, Data: { Field: 'Keyword' } })
    })

    it('never returns messages of other people’s conversations', async () => {
      const { ann, ben, group } = await createGroup(host())
      const { conversation } = await meet(host())
      await sayTo(ann, group, 'secret plan')
      const stranger = await signUp(host())
      for (const fields of [
        {},
        { GroupID: group },
        { ChatSessionID: group },
        { ChatSessionID: conversation },
      ])
        expect(await ask(stranger, 'secret', fields)).toMatchObject({ Code: 20 })
      expect(await ask(ben, 'secret', { ChatSessionID: group })).toMatchObject({ Code: 20 })
      expect(await found(ben, 'secret')).toHaveLength(1)
    })

    it('returns messages of a group between joining and leaving', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const text = 'meeting point'
      dataOrThrow(
        await callAs(host(), ann, '/KickOutGroup', { GroupID: group, UserID: ben.userId, DeleteAllChat: 0 }),
      )
      await sayTo(ann, group, text)
      expect([await found(ben, text), (await found(cleo, text)).length]).toEqual([[], 1])
      const late = await signUp(host())
      dataOrThrow(await callAs(host(), late, '/JoinGroup', { GroupID: group, Remark: '' }))
      const id = await sayTo(ann, group, `${text} again`)
      expect(await found(late, text)).toEqual([id])
      dataOrThrow(await callAs(host(), late, '/QuitGroup', { GroupID: group }))
      expect(await found(late, text)).toEqual([])
    })

    it('never finds a deleted message, a message of a removed member or of a disbanded group', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const text = 'walnut'
      const [gone, kicked, stays] = [
        await sayTo(cleo, group, text),
        await sayTo(ben, group, text),
        await sayTo(ann, group, text),
      ]
      await frame(cleo, { Cmd: 'DeleteGroupChat', GroupID: group, GroupChatID: gone })
      expect(await found(cleo, text)).toEqual([stays, kicked])
      dataOrThrow(
        await callAs(host(), ann, '/KickOutGroup', { GroupID: group, UserID: ben.userId, DeleteAllChat: 1 }),
      )
      expect(await found(cleo, text)).toEqual([stays])
      dataOrThrow(await callAs(host(), ann, '/DeleteGroup', { GroupID: group }))
      expect(await found(cleo, text)).toEqual([])
    })

    it('never finds a recalled message of a one-to-one conversation', async () => {
      const { ann, ben, conversation } = await meet(host())
      const id = await say(ann, conversation, 'oops')
      expect(await found(ben, 'oops')).toEqual([id])
      await frame(ann, { Cmd: 'DeleteChat', ChatSessionID: conversation, ChatID: id })
      expect([await found(ann, 'oops'), await found(ben, 'oops')]).toEqual([[], []])
    })

    it('never finds a disappearing message (DEC-164)', async () => {
      const { ann, ben, conversation } = await meet(host())
      dataOrThrow(
        await callAs(host(), ann, '/UpdateChatSession', {
          ...{ ChatSessionID: conversation, ReadDelete: 1, AutoDeleteTime: 30 },
        }),
      )
      await say(ann, conversation, 'vanishing')
      expect([await found(ann, 'vanishing'), await found(ben, 'vanishing')]).toEqual([[], []])
    })

    it('finds earlier messages of a blocked person for both (DEC-197)', async () => {
      const { ann, ben, conversation } = await meet(host())
      const id = await say(ben, conversation, 'before the quarrel')
      dataOrThrow(await callAs(host(), ann, '/AddBlackList', { UserID: ben.userId }))
      expect([await found(ann, 'quarrel'), await found(ben, 'quarrel')]).toEqual([[id], [id]])
    })

    it('finds messages of an ended friendship only for the person who did not end it', async () => {
      const { ann, ben, conversation } = await meet(host())
      const id = await say(ann, conversation, 'farewell')
      dataOrThrow(await callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId }))
      expect([await found(ann, 'farewell'), await found(ben, 'farewell')]).toEqual([[], [id]])
    })
  })

  describe('a search of groups', () => {
    it('returns own groups with members by nickname, name in the group and own remark [SEARCH-09 SEARCH-14]', async () => {
      const { ann, ben, cleo, group } = await createGroup(host())
      const rename = (person: Person, NickName: string) =>
        callAs(host(), person, '/UpdateNickName', { NickName })
      dataOrThrow(await rename(ben, 'Đặng Béla'))
      dataOrThrow(await callAs(host(), cleo, '/GroupUserSetName', { GroupID: group, MemberName: '臺灣人' }))
      const remark = { FriendUserID: ben.userId, RemarkName: 'Cousin' }
      dataOrThrow(await callAs(host(), ann, '/RemarkFriend', remark))
      const hit = (UserID: number, MatchedName: string) => ({
        ...{ GroupID: group, GroupImg: '', GroupName: 'Sunday walks' },
        Users: [{ UserID, MatchedName, HeadImg: '' }],
      })
      expect(await groups(ann, 'dang bela')).toEqual([hit(ben.userId, 'Đặng Béla')])
      expect(await groups(ann, '台湾')).toEqual([hit(cleo.userId, '臺灣人')])
      expect(await groups(ann, 'cousin')).toEqual([hit(ben.userId, 'Cousin')])
      expect(await groups(cleo, 'cousin')).toEqual([])
      expect(await groups(cleo, 'SUNDAY')).toMatchObject([{ GroupID: group, Users: [] }])
      expect(await groups(await signUp(host()), 'sunday')).toEqual([])
    })

    it('rejects an empty keyword', async () => {
      const ann = await signUp(host())
      const answer = await callAs(host(), ann, '/SearchMyGroupAllUsers', { Keyword: ' ' })
      expect(answer).toMatchObject({ Code: 4, Data: { Field: 'Keyword' } })
    })
  })
}
