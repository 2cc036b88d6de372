import { describe, expect, it } from 'vitest'
import type { Outcome } from '#domain/commands/command.ts'
import { conversationId } from '#schemas/ids.ts'
import { createDeferred } from '#test/unit/deferred.ts'
import { possibleDrafts } from './invariants/draft-invariants.ts'
import { toleratedLossOf } from './invariants/message-invariants.ts'
import { Ledger } from './scenario/ledger.ts'
import { SentMessages } from './sent-messages.ts'
import type { Person } from './world.ts'

const chat = conversationId('direct', 1)
const ann: Person = { name: 'ann', phone: '1', password: 'secret', personDevices: [], userId: undefined }

/** Sends a file and saves a draft. Both are stored once `store` is called. */
function askForBoth(ledger: Ledger) {
  const answer = createDeferred<Outcome>()
  const message = ledger.message(ann, chat, '|1.txt', { device: 'ann1', hasFile: true })
  ledger.follow(message, 'sendPicture', answer.promise)
  const place = { person: ann, device: 'ann1', conversation: chat, joinedAt: undefined }
  ledger.draft({ ...place, text: 'a draft', mayChangeNothing: false, isOut: false }, answer.promise)
  const store = async () => {
    answer.resolve({ isOk: true, value: undefined })
    await answer.promise
  }
  return { message, store }
}

describe('after a tab died while its storage failed, the simulation', () => {
  it('tolerates the loss of commands issued before the failure and accepted during it', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    const { message, store } = askForBoth(ledger)
    ledger.storageRefuses('ann1')
    await store()
    ledger.diedUnsaved('ann1')
    expect(toleratedLossOf(message)).toBe('lost with its tab')
    expect(possibleDrafts(ledger, 'ann1', chat)).toEqual(['', 'a draft'])
  })

  it("tolerates the loss of commands that the tab's memory was about to accept", async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    const { message, store } = askForBoth(ledger)
    ledger.storageRefuses('ann1')
    ledger.diedUnsaved('ann1')
    await store()
    expect(toleratedLossOf(message)).toBe('lost with its tab')
    expect(possibleDrafts(ledger, 'ann1', chat)).toEqual(['', 'a draft'])
  })

  it('requires commands that a tab which lives on has followed', async () => {
    const ledger = new Ledger(new SentMessages(() => 5), () => 5)
    ledger.storageRefuses('ann1')
    const { message, store } = askForBoth(ledger)
    await store()
    ledger.diedUnsaved('ann1', 5)
    expect(toleratedLossOf(message)).toBe(undefined)
    ledger.diedUnsaved('ann1', 6)
    expect(toleratedLossOf(message)).toBe('lost with its tab')
  })

  it('requires commands that were accepted before the failure', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    const { message, store } = askForBoth(ledger)
    await store()
    ledger.storageRefuses('ann1')
    ledger.diedUnsaved('ann1')
    expect(toleratedLossOf(message)).toBe(undefined)
    expect(possibleDrafts(ledger, 'ann1', chat)).toEqual(['a draft'])
  })

  it('requires commands of another device', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    const { message, store } = askForBoth(ledger)
    ledger.storageRefuses('ann2')
    await store()
    ledger.diedUnsaved('ann2')
    expect(toleratedLossOf(message)).toBe(undefined)
    expect(possibleDrafts(ledger, 'ann1', chat)).toEqual(['a draft'])
  })
})

describe('for messages of a device that the server signed out, the simulation', () => {
  it('requires them while the storage fails, until the device reports that it could not preserve them', async () => {
    const ledger = new Ledger(new SentMessages(() => 0), () => 0)
    const { message, store } = askForBoth(ledger)
    await store()
    ledger.signedOut('ann1', true)
    ledger.storageRefuses('ann1')
    expect(toleratedLossOf(message)).toBe(undefined)
    ledger.outboxNotPreserved('ann1')
    expect(toleratedLossOf(message)).toBe('outbox not preserved')
  })
})
