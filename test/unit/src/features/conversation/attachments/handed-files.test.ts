import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { handFiles, takeFiles } from '#src/features/conversation/attachments/handed-files.ts'
import { createFixtureAccount } from '#test/gallery/fixtures/fixture-account.ts'

const account = () => createFixtureAccount('usual', { total: 0, loaded: 0, unread: 0, isMixed: false })
const file = (name: string) => new File(['x'], name)
const names = (files: readonly File[]) => files.map(({ name }) => name)
const ada = conversationId('direct', 1)
const walks = conversationId('group', 1)

describe('files dropped on the row of a conversation', () => {
  it('wait for that conversation alone, and are taken once', () => {
    const one = account()
    handFiles(one, ada, [file('a.png')])
    expect(takeFiles(one, walks)).toEqual([])
    expect(names(takeFiles(one, ada))).toEqual(['a.png'])
    expect(takeFiles(one, ada)).toEqual([])
  })

  it('join those that wait there already', () => {
    const one = account()
    handFiles(one, ada, [file('a.png')])
    handFiles(one, walks, [file('c.png')])
    handFiles(one, ada, [file('b.png')])
    expect(names(takeFiles(one, ada))).toEqual(['a.png', 'b.png'])
    expect(names(takeFiles(one, walks))).toEqual(['c.png'])
  })

  it('are those of one account', () => {
    const [one, other] = [account(), account()]
    handFiles(one, ada, [file('a.png')])
    expect(takeFiles(other, ada)).toEqual([])
  })
})
