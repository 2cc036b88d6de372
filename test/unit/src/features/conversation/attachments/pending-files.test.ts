import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { addPendingFiles, takePendingFiles } from '#src/features/conversation/attachments/pending-files.ts'
import { createFixtureAccount } from '#test/gallery/fixtures/fixture-account.ts'

const account = () => createFixtureAccount('usual', { total: 0, loaded: 0, unread: 0, isMixed: false })
const file = (name: string) => new File(['x'], name)
const names = (files: readonly File[]) => files.map(({ name }) => name)
const ada = conversationId('direct', 1)
const walks = conversationId('group', 1)

describe('files dropped on the row of a conversation', () => {
  it('are pending for that conversation only and are taken once', () => {
    const one = account()
    addPendingFiles(one, ada, [file('a.png')])
    expect(takePendingFiles(one, walks)).toEqual([])
    expect(names(takePendingFiles(one, ada))).toEqual(['a.png'])
    expect(takePendingFiles(one, ada)).toEqual([])
  })

  it('are appended to pending files of the same conversation', () => {
    const one = account()
    addPendingFiles(one, ada, [file('a.png')])
    addPendingFiles(one, walks, [file('c.png')])
    addPendingFiles(one, ada, [file('b.png')])
    expect(names(takePendingFiles(one, ada))).toEqual(['a.png', 'b.png'])
    expect(names(takePendingFiles(one, walks))).toEqual(['c.png'])
  })

  it('belong to one account', () => {
    const [one, other] = [account(), account()]
    addPendingFiles(one, ada, [file('a.png')])
    expect(takePendingFiles(other, ada)).toEqual([])
  })
})
