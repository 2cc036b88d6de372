import { describe, expect, it } from 'vitest'
import { createTagList } from '#client/tag-list.ts'
import { createTagChanges } from '#client/tags.ts'
import { userId } from '#schemas/ids.ts'
import * as calls from '#schemas/wire/calls/tags.ts'
import { rejectionText } from '#src/app/rejection-text.ts'
import { openCaller } from '#test/unit/streams/http/caller-harness.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { settleImports } from '../settle-imports.ts'
import { openTwoTabs, rejectsBecause } from './two-tabs.ts'

const ben = userId(8)
const mutations = [
  calls.updateTag,
  calls.deleteTags,
  calls.addTagMembers,
  calls.removeTagMember,
  calls.addFriendToTag,
  calls.removeFriendFromTag,
]

function tagsOf(core: Parameters<typeof createTagList>[0]) {
  const list = createTagList(core)
  return { ...list, ...createTagChanges(core, list) }
}

function open() {
  const { one, other, stranger, clock } = openTwoTabs()
  for (const { caller } of [one, other, stranger]) {
    caller.reply(
      calls.getTags,
      answers([
        { Id: 3, TagName: 'Walks', TagCount: 1, TagMember: [{ Id: 8, Name: 'Ben', RemarkName: 'B' }] },
        { Id: 4, TagName: 'Work', TagCount: 2 },
        { Id: 5 },
      ]),
    )
    caller.reply(calls.getTagMembers, answers([{ MemberId: 8 }, { MemberId: 9, TagId: 4, NickName: 'Cem' }]))
    caller.reply(calls.createTag, answers({ Id: 6, Name: 'New' }))
    for (const call of mutations) caller.reply(call, answers(null))
  }
  const [tags, others, strangers] = [one, other, stranger].map(tagsOf)
  if (!tags || !others || !strangers) throw new Error('A tab is missing')
  return { one, other, stranger, tags, others, strangers, clock }
}

describe('tags', () => {
  it('are read with their members, which are requested if the response omits them [TAG-15 TAG-16 TAG-20] (DEC-93)', async () => {
    const { one, tags } = open()
    tags.items.subscribe(() => undefined)
    await settleImports()
    expect(one.caller.callsOf(calls.getTags)).toMatchObject([{ request: {} }])
    expect(one.caller.callsOf(calls.getTagMembers)).toMatchObject([{ request: { TagID: 4 } }])
    expect(tags.items.get()).toEqual({
      status: 'ready',
      value: [
        { id: 3, name: 'Walks', memberIds: [8] },
        { id: 4, name: 'Work', memberIds: [8, 9] },
        { id: 5, name: '', memberIds: [] },
      ],
    })
  })

  it('are requested again by the next page when the page that changed them closed immediately', async () => {
    const { one, tags } = open()
    const leave = tags.items.subscribe(() => undefined)
    await settleImports()
    await tags.addMembers(5, [ben])
    one.caller.reply(calls.getTags, answers([{ Id: 5, TagName: 'Chess' }]))
    leave()
    tags.items.subscribe(() => undefined)
    await settleImports()
    expect(tags.items.get()).toMatchObject({ status: 'ready', value: [{ id: 5, name: 'Chess' }] })
  })

  it('fail as a whole if one of their calls fails', async () => {
    const { one, tags } = open()
    one.caller.reply(calls.getTagMembers, rejectsBecause('errors.network'))
    tags.items.subscribe(() => undefined)
    await settleImports()
    expect(tags.items.get()).toMatchObject({ status: 'failed', rejection: { key: 'errors.network' } })
  })

  it('are changed by the calls of the specification, and all tabs of the account reload [TAG-17 TAG-18 TAG-19 TAG-21 TAG-22]', async () => {
    const { one, other, stranger, tags, others, strangers } = open()
    others.items.subscribe(() => undefined)
    strangers.items.subscribe(() => undefined)
    await settleImports()
    const outcomes = [
      await tags.create(' New '),
      await tags.rename(3, ' Hikes '),
      await tags.remove([4, 5]),
      await tags.addMembers(3, [ben]),
      await tags.removeMember(3, ben),
    ]
    await settleImports()
    expect(outcomes.map(({ isOk }) => isOk)).toEqual([true, true, true, true, true])
    expect(outcomes[0]).toEqual({ isOk: true, value: 6 })
    const changes = one.caller.calls.filter(({ path }) => path !== '/GetTags' && path !== '/GetTagMembers')
    expect(changes.map(({ path, request }) => [path, request])).toEqual([
      ['/CreateTag', { TagName: 'New' }],
      ['/UpdateTag', { TagId: 3, TagName: 'Hikes' }],
      ['/DeleteTags', { TagIds: [4, 5] }],
      ['/AddTagMembers', { MemberIds: [8], TagId: 3 }],
      ['/RemoveTagMember', { TagId: 3, MemberId: 8 }],
    ])
    expect(other.caller.callsOf(calls.getTags).length).toBeGreaterThan(1)
    expect(stranger.caller.callsOf(calls.getTags)).toHaveLength(1)
  })

  it.each([
    ['', 'errors.string.length'],
    ['   ', 'errors.string.length'],
    ['x'.repeat(13), 'errors.string.max-length'],
  ])('reject names such as %j without a request [TAG-11]', async (name, key) => {
    const { one, tags } = open()
    expect(await tags.create(name)).toMatchObject({ rejection: { key } })
    expect(await tags.rename(3, name)).toMatchObject({ rejection: { key } })
    expect(one.caller.calls).toEqual([])
  })

  it('add and remove a friend in one operation, which always succeeds [TAG-10 TAG-23 TAG-24 TAG-25]', async () => {
    const { one, tags } = open()
    tags.items.subscribe(() => undefined)
    await settleImports()
    one.caller.reply(calls.addFriendToTag, rejects(4, 'Full.'))
    one.caller.reply(calls.removeFriendFromTag, rejects(7, 'Gone.'))
    expect(await tags.adjust(ben, { added: [3], removed: [] })).toEqual({ isOk: true, value: undefined })
    const asked = [calls.addFriendToTag, calls.removeFriendFromTag].map((call) => one.caller.callsOf(call))
    expect(asked).toMatchObject([
      [{ request: { FriendId: 8, TagIds: [3] } }],
      [{ request: { FriendId: 8, TagIds: [] } }],
    ])
    await settleImports()
    expect(one.caller.callsOf(calls.getTags)).toHaveLength(2)
  })

  it.each([
    ['No.', 'No.'],
    ['', '<common.submit-failed>'],
  ])('whose creation is rejected with the text "%s" show %s [TAG-27]', async (Msg, shown) => {
    const { caller } = openCaller([{ Code: 4, Msg, Data: null }])
    const outcome = await tagsOf({ ...openTwoTabs().one, caller }).create('New')
    expect(outcome.isOk ? undefined : rejectionText((key) => `<${key}>`, outcome.rejection)).toBe(shown)
  })

  it('are not reloaded after a rejection', async () => {
    const { one, tags } = open()
    for (const call of [calls.createTag, ...mutations]) one.caller.reply(call, rejects(4, 'No.'))
    const outcomes = [
      await tags.create('New'),
      await tags.rename(3, 'New'),
      await tags.remove([3]),
      await tags.addMembers(3, [ben]),
      await tags.removeMember(3, ben),
    ]
    for (const outcome of outcomes) expect(outcome).toMatchObject({ isOk: false, rejection: { text: 'No.' } })
    expect(one.caller.callsOf(calls.getTags)).toEqual([])
  })
})
