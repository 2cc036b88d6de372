import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import type { MessageRow } from './invariants/message-rows.ts'
import { checkServerOrder } from './invariants/order-invariants.ts'
import { ToleranceCounts } from './invariants/tolerated.ts'
import { Ledger } from './scenario/ledger.ts'
import { SentMessages } from './sent-messages.ts'
import type { Person } from './world.ts'

const chat = conversationId('direct', 1)
const ann: Person = { name: 'ann', phone: '1', password: 'secret', personDevices: [], userId: undefined }
const origin = { device: 'ann1', tab: 'ann1.1' }

const rowAt = (id: number, clientMessageId: string, body: string, sentAt: number): MessageRow => ({
  id,
  conversationId: 1,
  sequence: id,
  senderId: 1,
  clientMessageId,
  type: 'txt',
  body,
  sentAt,
  readAt: null,
  deletedAt: null,
  timerSeconds: null,
  expiresAt: null,
  quotedMessageId: null,
  mentions: '',
  changeVersion: 0,
  editVersion: 0,
  editedAt: null,
  pinVersion: 0,
})

/**
 * Uploads a file, tries to send it in vain, and sends it again with a later text after a forced sign-out, which uploads
 * it again from 101 to 120 ms. The text arrives before the file.
 */
function overtakeResentFile(textAt: number, hasSecondUpload = true) {
  let now = 0
  const sent = new SentMessages(() => now)
  const ledger = new Ledger(sent, () => now)
  const file = '|1.txt'
  ledger.message(ann, chat, file, { ...origin, hasFile: true })
  ledger.message(ann, chat, 'later', origin)
  const steps = [
    { at: 10, run: () => sent.noteUploadStored('file') },
    { at: 20, run: () => sent.note('file', file) },
    { at: 100, run: () => ledger.sentAgain([file, 'later']) },
    ...(hasSecondUpload ? [{ at: 101, run: () => sent.noteUploadCall('file') }] : []),
    { at: 120, run: () => sent.noteUploadStored('file') },
    { at: 122, run: () => sent.note('file', file) },
    { at: textAt, run: () => sent.note('text', 'later') },
  ]
  for (const { at, run } of steps.sort((left, right) => left.at - right.at)) {
    now = at
    run()
  }
  const messages = [rowAt(1, 'text', 'later', textAt), rowAt(2, 'file', file, 130)]
  return checkServerOrder({ ledger, sent, tolerated: new ToleranceCounts() }, { messages })
}

describe('for a file that was tried before a forced sign-out, the check of the order', () => {
  it('tolerates a text that overtakes it during its second upload', () => {
    expect(overtakeResentFile(110)).toEqual([])
  })

  it('rejects a text that overtakes it after that upload', () => {
    expect(overtakeResentFile(125)).toHaveLength(1)
  })

  it('rejects a text that the server stored before the resend', () => {
    expect(overtakeResentFile(50)).toHaveLength(1)
  })

  it('rejects a text that overtakes it without a second upload', () => {
    expect(overtakeResentFile(110, false)).toHaveLength(1)
  })
})
