import { describe, expect, it } from 'vitest'
import type { ContractHost } from '../contract-host.ts'
import {
  befriend,
  callAs,
  connect,
  dataOrThrow,
  meet,
  type Person,
  refreshed,
  settle,
  signUp,
  telCode,
  toPerson,
} from '../people.ts'

interface Tag {
  readonly Id: number
  readonly TagName: string
  readonly TagCount: number
  readonly TagMember: readonly { readonly Id: number; readonly Name: string; readonly RemarkName: string }[]
}

export function describeTags(host: () => ContractHost): void {
  const call = (person: Person, path: string, fields: object) => callAs(host(), person, path, fields)
  const tagsOf = async (person: Person) => dataOrThrow<Tag[]>(await call(person, '/GetTags', {}))
  const createTag = async (person: Person, TagName: string) =>
    dataOrThrow<{ Id: number; Name: string }>(await call(person, '/CreateTag', { TagName })).Id
  const membersOf = async (person: Person, tag: number) =>
    (await tagsOf(person)).find(({ Id }) => Id === tag)?.TagMember.map(({ Id }) => Id)
  const add = (person: Person, TagId: number, MemberIds: readonly number[]) =>
    call(person, '/AddTagMembers', { TagId, MemberIds })

  /** Ann with two friends, and a stranger. */
  async function people() {
    const { ann, ben } = await meet(host())
    const [cem, eve] = [await signUp(host()), await signUp(host())]
    await befriend(host(), ann, cem)
    return { ann, ben, cem, eve }
  }

  describe('tags', () => {
    it('are created, renamed and deleted by their owner, and invisible to others [TAG-15 TAG-17 TAG-18 TAG-19]', async () => {
      const { ann, ben } = await people()
      expect(dataOrThrow(await call(ann, '/CreateTag', { TagName: '  Family ' }))).toEqual({
        ...{ Id: expect.any(Number), Name: 'Family' },
      })
      const work = await createTag(ann, 'Work')
      dataOrThrow(await call(ann, '/UpdateTag', { TagId: work, TagName: ' Office ' }))
      const tags = await tagsOf(ann)
      expect(tags).toEqual(
        ['Family', 'Office'].map((TagName) => ({
          ...{ Id: expect.any(Number), TagName, TagCount: 0, TagMember: [] },
        })),
      )
      expect(await tagsOf(ben)).toEqual([])
      dataOrThrow(await call(ann, '/DeleteTags', { TagIds: tags.map(({ Id }) => Id) }))
      dataOrThrow(await call(ann, '/DeleteTags', { TagIds: tags.map(({ Id }) => Id) }))
      expect(await tagsOf(ann)).toEqual([])
    })

    it('announce a change to the account’s other devices only', async () => {
      const { ann, ben } = await meet(host())
      dataOrThrow(await call(ann, '/UpdatePassword', { Password: 'secret' }))
      const credentials = { Phone: ann.phone, TelCode: telCode, Password: 'secret' }
      const again = toPerson(ann.phone, await host().call('/PhoneLogin', credentials))
      const [own, other, friend] = [
        await connect(host(), ann),
        await connect(host(), again),
        await connect(host(), ben),
      ]
      const tag = await createTag(ann, 'Family')
      await add(ann, tag, [ben.userId])
      for (const _change of ['created', 'member added'])
        expect(await other.next('TagsChanged')).toEqual({ Cmd: 'TagsChanged' })
      for (const [socket, person] of [
        [own, ann],
        [friend, ben],
      ] as const) {
        await settle(socket, person)
        expect(socket.frames.map(({ Cmd }) => Cmd)).not.toContain('TagsChanged')
      }
    })

    it('have unique names of 1 to 12 characters [TAG-11] (DEC-174)', async () => {
      const { ann, ben } = await people()
      const tag = await createTag(ann, 'x'.repeat(12))
      const other = await createTag(ann, 'Work')
      for (const TagName of ['', '   ', 'x'.repeat(13), 'Work ']) {
        expect(await call(ann, '/CreateTag', { TagName }), TagName).toMatchObject({ Code: 4 })
        const renamed = await call(ann, '/UpdateTag', { TagId: tag, TagName })
        expect(renamed, TagName).toMatchObject({ Code: 4, Msg: expect.stringMatching(/./) })
      }
      expect(await call(ann, '/UpdateTag', { TagId: other, TagName: 'Work' })).toMatchObject({ Code: 0 })
      await createTag(ben, 'Work')
      expect((await tagsOf(ann)).map(({ TagName }) => TagName)).toEqual(['x'.repeat(12), 'Work'])
    })

    it('accept only friends as members, each once [TAG-15 TAG-16 TAG-20 TAG-22]', async () => {
      const { ann, ben, cem, eve } = await people()
      const tag = await createTag(ann, 'Walks')
      for (const members of [[ben.userId, cem.userId, ben.userId], [ben.userId]])
        dataOrThrow(await add(ann, tag, members))
      for (const members of [[eve.userId], [ben.userId, 999_999_999]])
        expect(await add(ann, tag, members)).toMatchObject({ Code: 6 })
      dataOrThrow(await add(ann, tag, [ann.userId]))
      const [found] = await tagsOf(ann)
      expect(found).toMatchObject({ Id: tag, TagCount: 2 })
      expect(found?.TagMember).toEqual(
        [ben, cem].map(({ userId }) => ({ Id: userId, Name: expect.any(String), RemarkName: '' })),
      )
      expect(dataOrThrow(await call(ann, '/GetTagMembers', { TagID: tag }))).toEqual(
        [ben, cem].map(({ userId }) => ({
          ...{ TagId: tag, MemberId: userId, NickName: expect.any(String), RemarkName: '', HeadImg: '' },
        })),
      )
    })

    it('remove a member, who stays a friend [TAG-21]', async () => {
      const { ann, ben, cem } = await people()
      const tag = await createTag(ann, 'Walks')
      dataOrThrow(await add(ann, tag, [ben.userId, cem.userId]))
      const removed = () => call(ann, '/RemoveTagMember', { TagId: tag, MemberId: ben.userId })
      expect([await removed(), await removed()]).toMatchObject([{ Code: 0 }, { Code: 0 }])
      expect(await membersOf(ann, tag)).toEqual([cem.userId])
      expect(dataOrThrow<unknown[]>(await call(ann, '/GetFriends', {}))).toHaveLength(2)
    })

    it('add one friend to several tags and remove the friend from others [TAG-23 TAG-24]', async () => {
      const { ann, ben } = await people()
      const FriendId = ben.userId
      const [one, two, three] = [
        await createTag(ann, 'One'),
        await createTag(ann, 'Two'),
        await createTag(ann, 'Three'),
      ]
      dataOrThrow(await call(ann, '/AddFriendToTag', { FriendId, TagIds: [one, two] }))
      dataOrThrow(await call(ann, '/AddFriendToTag', { FriendId, TagIds: [two, three] }))
      dataOrThrow(await call(ann, '/RemoveFriendFromTag', { FriendId, TagIds: [one, two] }))
      for (const path of ['/AddFriendToTag', '/RemoveFriendFromTag'])
        dataOrThrow(await call(ann, path, { FriendId, TagIds: [] }))
      expect((await tagsOf(ann)).map(({ TagCount }) => TagCount)).toEqual([0, 0, 1])
    })

    it('of another person get the response of unknown ones', async () => {
      const { ann, ben, eve } = await people()
      const tag = await createTag(ann, 'Walks')
      dataOrThrow(await add(ann, tag, [ben.userId]))
      await befriend(host(), eve, ben)
      const own = await createTag(eve, 'Mine')
      const [MemberIds, FriendId, TagName] = [[ben.userId], ben.userId, 'Stolen']
      for (const [path, fields] of [
        ['/GetTagMembers', (id: number) => ({ TagID: id })],
        ['/UpdateTag', (id: number) => ({ TagId: id, TagName })],
        ['/AddTagMembers', (id: number) => ({ TagId: id, MemberIds })],
        ['/AddFriendToTag', (id: number) => ({ FriendId, TagIds: [own, id] })],
      ] as const) {
        const foreign = await call(eve, path, fields(tag))
        expect(foreign, path).toMatchObject({ Code: 7 })
        expect(await call(eve, path, fields(999_999_999)), path).toEqual(foreign)
      }
      await call(eve, '/DeleteTags', { TagIds: [tag] })
      await call(eve, '/RemoveTagMember', { TagId: tag, MemberId: ben.userId })
      await call(eve, '/RemoveFriendFromTag', { FriendId, TagIds: [tag] })
      expect(await tagsOf(ann)).toMatchObject([{ Id: tag, TagName: 'Walks', TagCount: 1 }])
      expect(await membersOf(eve, own)).toEqual([])
    })

    it('lose members who stop being friends', async () => {
      const { ann, ben, cem } = await people()
      const tag = await createTag(ann, 'Walks')
      dataOrThrow(await add(ann, tag, [ben.userId, cem.userId]))
      dataOrThrow(await call(ben, '/CancelAccount', {}))
      expect(await membersOf(ann, tag)).toEqual([cem.userId])
    })

    it('are deleted with their owner’s account, and friends keep theirs', async () => {
      const { ann, ben } = await people()
      const [mine, other] = [await createTag(ann, 'Walks'), await createTag(ben, 'Walks')]
      dataOrThrow(await add(ann, mine, [ben.userId]))
      dataOrThrow(await add(ben, other, [ann.userId]))
      dataOrThrow(await call(ann, '/CancelAccount', {}))
      expect(await tagsOf(ben)).toMatchObject([{ Id: other, TagCount: 0 }])
    })

    it('are limited to 200 (DEC-174)', async () => {
      const ann = await signUp(host())
      for (let number = 1; number <= 200; number += 1) await createTag(ann, `Tag ${number}`)
      expect(await call(ann, '/CreateTag', { TagName: 'More' })).toMatchObject({
        ...{ Code: 4, Msg: 'You can have at most 200 tags.' },
      })
    })

    it('have at most as many members as the settings allow [TAG-12] (DEC-12)', async () => {
      const ann = await refreshed(host(), await signUp(host()))
      const settings = dataOrThrow<object>(await call(ann, '/GetSystemSetting', {}))
      expect(settings).toMatchObject({ maxTagMemberCount: 500 })
    })
  })
}
