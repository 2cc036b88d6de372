import { describe, expect, it } from 'vitest'
import type { OutgoingAttachment } from '#client/media.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import type { PickedAttachment, Picks } from '#src/features/conversation/attachments/picked-attachment.ts'
import { claimPicks } from '#src/features/conversation/attachments/use-picked-attachments.ts'
import { createWritable } from '#streams/readable.ts'
import { createDeferred } from '#test/unit/deferred.ts'

const quote: QuotedMessage = {
  ...{ serverId: serverId(7), senderId: userId(2), senderName: 'Peer', type: 'txt', text: 'a' },
}
const taken: Outcome = { isOk: true, value: undefined }
const rejected: Outcome = { isOk: false, rejection: { key: 'errors.storage-failed' } }

const pick = (id: number): PickedAttachment => {
  const file = { name: `${id}.txt`, type: 'text/plain', size: 1, content: new Uint8Array(1) }
  const outgoing: OutgoingAttachment = { kind: 'file', file }
  return { ...{ id, name: file.name, kind: 'file', size: 1, preview: '', progress: 1 }, outgoing }
}

/** A tray with these files; what is sent is noted, with its quote, and answered as `answer` says. */
function tray(ids: readonly number[], answer: (name: string) => Promise<Outcome> = async () => taken) {
  const all = createWritable<readonly PickedAttachment[]>(ids.map(pick))
  const picks: Picks = { all, works: new Map(), looking: undefined }
  const sent: string[] = []
  const told: string[] = []
  const send = (outgoing: OutgoingAttachment, carried: QuotedMessage | undefined) => {
    sent.push(carried ? `${outgoing.file.name} with quote` : outgoing.file.name)
    return answer(outgoing.file.name)
  }
  const sending = { quote, send, onRejected: ({ name }: PickedAttachment) => void told.push(name) }
  const left = () => all.get().map(({ id }) => id)
  return { picks, add: (id: number) => all.set([...all.get(), pick(id)]), sent, told, sending, left }
}

describe('claiming the picks', () => {
  it('sends the picks of that moment and no later ones', async () => {
    const { picks, add, sent, sending, left } = tray([1, 2])
    const sendClaimed = claimPicks(picks)
    await Promise.resolve()
    add(3)
    await sendClaimed(sending)
    expect(sent).toEqual(['1.txt with quote', '2.txt'])
    expect(left()).toEqual([3])
  })

  it('a second time sends the picks added during the first send, once', async () => {
    const storing = createDeferred<Outcome>()
    const { picks, add, sent, sending, left } = tray([1], (name) =>
      name === '1.txt' ? storing.promise : Promise.resolve(taken),
    )
    const first = claimPicks(picks)(sending)
    await Promise.resolve()
    add(2)
    const sendSecond = claimPicks(picks)
    storing.resolve(taken)
    await first
    await sendSecond(sending)
    expect(sent).toEqual(['1.txt with quote', '2.txt with quote'])
    expect(left()).toEqual([])
  })

  it('keeps rejected picks and gives the quote to the first accepted one', async () => {
    const { picks, sent, told, sending, left } = tray([1, 2], async (name) =>
      name === '1.txt' ? rejected : taken,
    )
    await claimPicks(picks)(sending)
    expect(sent).toEqual(['1.txt with quote', '2.txt with quote'])
    expect([told, left()]).toEqual([['1.txt'], [1]])
  })

  it('waits for files that are still being inspected', async () => {
    const { picks, add, sent, sending } = tray([])
    picks.looking = Promise.resolve().then(() => add(1))
    await claimPicks(picks)(sending)
    expect(sent).toEqual(['1.txt with quote'])
  })
})
