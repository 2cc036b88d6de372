import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { possibleDrafts } from './invariants/draft-invariants.ts'
import { Ledger } from './scenario/ledger.ts'
import type { Person } from './world.ts'

const group = conversationId('group', 6)
const bob: Person = { name: 'bob', phone: '1', password: 'secret', personDevices: [], userId: undefined }

/** Notes a draft that was kept on a device that has heard of this coming into the group. */
async function keepDraft(ledger: Ledger, text: string, joinedAt: number | undefined): Promise<void> {
  const place = { person: bob, device: 'bob2', conversation: group, joinedAt }
  const outcome = Promise.resolve({ isOk: true, value: undefined } as const)
  ledger.draft({ ...place, text, mayChangeNothing: false, isOut: false }, outcome)
  await outcome
}

describe('what the simulation expects of a draft in a group', () => {
  it('may be gone when its writer was out before it was written and the device had not heard of that', async () => {
    const ledger = new Ledger()
    ledger.departed(bob, group, 20)
    await keepDraft(ledger, 'written in vain', 10)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['', 'written in vain'])
  })

  it('must be there when the device knew that its writer was back', async () => {
    const ledger = new Ledger()
    ledger.departed(bob, group, 20)
    await keepDraft(ledger, 'written for good', 30)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['written for good'])
  })

  it('must be there when nobody was ever out', async () => {
    const ledger = new Ledger()
    await keepDraft(ledger, 'never out', 10)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['never out'])
  })
})
