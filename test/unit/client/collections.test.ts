import { describe, expect, it } from 'vitest'
import { createCollectionOperations } from '#client/collections.ts'
import { addCollect, deleteCollect, getCollects } from '#schemas/wire/calls/collections.ts'
import { answers, rejects } from '../machines/fake-caller.ts'
import { settleImports } from '../settle-imports.ts'
import { openTwoTabs } from './two-tabs.ts'

const hour = 60 * 60_000
const collectable = { type: 'image', content: '/files/messages/a.png', smallPath: '' } as const
const ben = { kind: 'friend', id: 8, name: 'Ben' } as const

function open() {
  const { one, other, stranger, clock } = openTwoTabs()
  for (const { caller } of [one, other, stranger]) {
    caller.reply(
      getCollects,
      answers([
        {
          ...{ ID: 3, Type: 'text', Content: 'Hello', SmallPicturePath: '', TimeStamp: 1_700_000_000 },
          ...{ FromName: 'Ben', FromID: 8, FromType: 'friend' },
        },
        { ID: 4, Type: 'hologram', Content: 'x' },
        { ID: 5, Type: 'video', Content: '/v.mp4', SmallPicturePath: '/s.png' },
      ]),
    )
    caller.reply(addCollect, answers({ ID: 6 }))
    caller.reply(deleteCollect, answers(null))
  }
  const [collections, others, strangers] = [one, other, stranger].map(createCollectionOperations)
  if (!collections || !others || !strangers) throw new Error('A tab is missing')
  return { one, other, stranger, collections, others, strangers, clock }
}

describe('collections', () => {
  it('are read from items with missing payload fields [COLL-10 COLL-11] (DEC-93)', async () => {
    const { one, collections } = open()
    collections.items.subscribe(() => undefined)
    await settleImports()
    expect(one.caller.callsOf(getCollects)).toMatchObject([{ request: {} }])
    expect(collections.items.get()).toEqual({
      status: 'ready',
      value: [
        {
          ...{ id: 3, type: 'text', content: 'Hello', smallPath: undefined, savedAt: 1_700_000_000_000 },
          from: ben,
        },
        { id: 5, type: 'video', content: '/v.mp4', smallPath: '/s.png', savedAt: 0, from: undefined },
      ],
    })
  })

  it('are stale after an hour [COLL-12]', async () => {
    const { one, collections, clock } = open()
    const look = async () => {
      const stop = collections.items.subscribe(() => undefined)
      await settleImports()
      stop()
    }
    await look()
    await clock.advance(hour - 1)
    await look()
    expect(one.caller.callsOf(getCollects)).toHaveLength(1)
    await clock.advance(1)
    await look()
    expect(one.caller.callsOf(getCollects)).toHaveLength(2)
  })

  it('save an item with its sender, and all tabs of the account reload [COLL-13 XTAB-05]', async () => {
    const { one, other, stranger, collections, others, strangers } = open()
    collections.items.subscribe(() => undefined)
    others.items.subscribe(() => undefined)
    strangers.items.subscribe(() => undefined)
    await settleImports()
    expect(await collections.save(collectable, ben)).toMatchObject({ isOk: true })
    await settleImports()
    expect(one.caller.callsOf(addCollect)[0]?.request).toEqual({
      ...{ FromID: 8, FromName: 'Ben', FromType: 'friend' },
      ...{ Content: '/files/messages/a.png', Type: 'image', SmallPicturePath: '' },
    })
    expect([one, other, stranger].map(({ caller }) => caller.callsOf(getCollects).length)).toEqual([2, 2, 1])
  })

  it('remove a deleted item, also one that the server no longer has [COLL-15]', async () => {
    const { one, collections } = open()
    expect(await collections.remove(3)).toMatchObject({ isOk: true })
    expect(one.caller.callsOf(deleteCollect)).toMatchObject([{ request: { ID: 3 } }])
    expect(deleteCollect.allowedCodes).toEqual([0, 1])
  })

  it('report a rejection of the server and are not reloaded', async () => {
    const { one, collections } = open()
    one.caller.reply(addCollect, rejects(4, 'No.'))
    one.caller.reply(deleteCollect, rejects(2, 'Neither.'))
    expect(await collections.save(collectable, ben)).toMatchObject({ rejection: { text: 'No.' } })
    expect(await collections.remove(3)).toMatchObject({ rejection: { text: 'Neither.' } })
    expect(one.caller.callsOf(getCollects)).toEqual([])
  })

  it('stop listening when their account closes', async () => {
    const { other, collections, others } = open()
    other.close()
    await collections.save(collectable, ben)
    await settleImports()
    expect(other.caller.calls).toEqual([])
    expect(others.items.get()).toEqual({ status: 'loading' })
  })
})
