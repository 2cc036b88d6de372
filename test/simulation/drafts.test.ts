import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { possibleDrafts, possibleSharedDrafts } from './invariants/draft-invariants.ts'
import { Ledger } from './scenario/ledger.ts'
import { SentMessages } from './sent-messages.ts'
import type { Person } from './world.ts'

const group = conversationId('group', 6)
const bob: Person = { name: 'bob', phone: '1', password: 'secret', personDevices: [], userId: undefined }

/** Records a stored draft of a device that knows of this joining of the group. */
async function keepDraft(ledger: Ledger, text: string, joinedAt?: number, device = 'bob2'): Promise<void> {
  const place = { person: bob, device, conversation: group, joinedAt }
  const outcome = Promise.resolve({ isOk: true, value: undefined } as const)
  ledger.draft({ ...place, text, mayChangeNothing: false, isOut: false }, outcome)
  await outcome
}

describe('for a draft in a group the simulation', () => {
  it('tolerates its loss if its writer had left before and the device did not know', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    ledger.departed(bob, group, 20)
    await keepDraft(ledger, 'written in vain', 10)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['', 'written in vain'])
  })

  it("requires it if the device knew of the writer's return", async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    ledger.departed(bob, group, 20)
    await keepDraft(ledger, 'written for good', 30)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['written for good'])
  })

  it('requires it if its writer never left', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    await keepDraft(ledger, 'never out', 10)
    expect(possibleDrafts(ledger, 'bob2', group)).toEqual(['never out'])
  })
})

describe('for a draft that devices share the simulation', () => {
  const possible = (ledger: Ledger) => possibleSharedDrafts(ledger, ['bob1', 'bob2'], group)

  it('requires the last one of some device', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    for (const text of ['first', 'second']) await keepDraft(ledger, text)
    await keepDraft(ledger, 'of another device', undefined, 'bob1')
    expect(possible(ledger)).toEqual(['of another device', 'second'])
  })

  it('tolerates none only if no device has stored one for certain', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    expect(possible(ledger)).toEqual([''])
    await keepDraft(ledger, 'stored')
    expect(possible(ledger)).toEqual(['stored'])
    await keepDraft(ledger, '', undefined, 'bob1')
    expect(possible(ledger)).toEqual(['', 'stored'])
  })

  it('tolerates the one before a draft that was lost with a sign-in', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    await keepDraft(ledger, 'sent')
    await keepDraft(ledger, 'unsent')
    ledger.signedOut('bob2', false)
    await keepDraft(ledger, 'of another device', undefined, 'bob1')
    expect(possible(ledger)).toEqual(['of another device', 'sent', 'unsent'])
  })
})
