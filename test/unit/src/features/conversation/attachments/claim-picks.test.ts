import { describe, expect, it } from 'vitest'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import type { PickedAttachment, Picks } from '#src/features/conversation/attachments/picked-attachment.ts'
import { claimPicks } from '#src/features/conversation/attachments/use-picked-attachments.ts'
import { createWritable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const taken: Outcome = { isOk: true, value: undefined }
const rejected: Outcome = { isOk: false, rejection: { key: 'errors.storage-failed' } }

const pick = (id: number): PickedAttachment => {
  const file = { name: `${id}.txt`, type: 'text/plain', size: 1, content: new Uint8Array(1) }
  const outgoing: OutgoingAttachment = { kind: 'file', file }
  return { ...{ id, name: file.name, kind: 'file', size: 1, preview: '', progress: 1 }, outgoing }
}

/** A tray with these files. Records the stored ones, and answers with `answer`. */
function tray(ids: readonly number[], answer: (name: string) => Promise<Outcome> = async () => taken) {
  const all = createWritable<readonly PickedAttachment[]>(ids.map(pick))
  const picks: Picks = { all, preparations: new Map(), inspection: undefined }
  const stored: string[] = []
  const rejections: string[] = []
  const store = ({ file }: OutgoingAttachment) => {
    stored.push(file.name)
    return answer(file.name)
  }
  const claim = () => claimPicks(picks, ({ name }) => rejections.push(name))
  const left = () => all.get().map(({ id }) => id)
  return {
    picks,
    add: (id: number) => all.set([...all.get(), pick(id)]),
    claim,
    left,
    rejections,
    store,
    stored,
  }
}

describe('claiming the picks', () => {
  it('stores the picks of that moment and no later ones; they leave the tray when they are in the log', async () => {
    const { add, claim, left, store, stored } = tray([1, 2])
    const claimed = claim()
    await Promise.resolve()
    add(3)
    await claimed.store(store)
    expect([stored, left()]).toEqual([
      ['1.txt', '2.txt'],
      [1, 2, 3],
    ])
    expect(claimed.pendingFiles()).toHaveLength(2)
    claimed.submitted()
    expect(claimed.pendingFiles()).toEqual([])
    expect(left()).toEqual([3])
  })

  it('a second time stores the picks added during the first send, once', async () => {
    const storing = createDeferred<Outcome>()
    const { add, claim, left, store, stored } = tray([1], (name) =>
      name === '1.txt' ? storing.promise : Promise.resolve(taken),
    )
    const first = claim()
    const storingFirst = first.store(store)
    await Promise.resolve()
    add(2)
    const second = claim()
    storing.resolve(taken)
    await storingFirst
    first.submitted()
    await second.store(store)
    second.submitted()
    expect(stored).toEqual(['1.txt', '2.txt'])
    expect(left()).toEqual([])
  })

  it('keeps rejected picks in the tray', async () => {
    const { claim, left, rejections, store } = tray([1, 2], async (name) =>
      name === '1.txt' ? rejected : taken,
    )
    const claimed = claim()
    await claimed.store(store)
    claimed.submitted()
    expect([rejections, left()]).toEqual([['1.txt'], [1]])
  })

  it('waits for files that are still being inspected', async () => {
    const { add, claim, picks, store, stored } = tray([])
    picks.inspection = Promise.resolve().then(() => add(1))
    await claim().store(store)
    expect(stored).toEqual(['1.txt'])
  })
})
