import { describe, expect, it } from 'vitest'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { AccountLog } from '#streams/log/account-log.ts'
import { chat, deleted, idOf, inChat, listed, received } from '#test/unit/domain/log-events.ts'
import { createTestDevice } from './log-harness.ts'

const secret = 'meet me at the bridge'
/** The draft as it was saved while the secret was being typed. */
const typed = secret.slice(0, 9)
const later = 'another draft'

async function append(log: AccountLog, event: NewEvent): Promise<void> {
  void log.append([event])
  await log.flush()
}

/** Stores each draft in a separate segment. */
async function saveDraft(log: AccountLog, text: string): Promise<void> {
  await log.dispatch({ type: 'SaveDraft', conversationId: chat, text })
  await log.flush()
}

async function deviceWithDraft() {
  const device = createTestDevice()
  const log = await device.openLeader()
  await append(log, listed())
  await saveDraft(log, typed)
  await saveDraft(log, secret)
  return { device, log }
}

/** Sends the secret. Returns its acknowledgement. */
async function sendSecret(log: AccountLog): Promise<NewEvent> {
  await log.dispatch({ type: 'SendText', conversationId: chat, text: secret })
  await log.flush()
  const [message] = log.outbox.get().messages
  if (!message) throw new Error('nothing was submitted')
  const { clientId } = message
  return inChat('MessageAcknowledged', { clientId, serverId: idOf(1), sequence: 1, sentAt: 1 })
}

describe('the erasure of an own message', () => {
  it('removes it from earlier drafts, and keeps the current draft [LIFE-18]', async () => {
    const { device, log } = await deviceWithDraft()
    const acknowledgement = await sendSecret(log)
    await saveDraft(log, later)
    await append(log, acknowledgement)
    expect(device.disk.toJson()).toContain(secret)
    await append(log, deleted(1))
    expect(device.disk.toJson()).not.toContain(typed)
    const again = await device.openLeader()
    expect(again.conversations.get()).toMatchObject([{ draft: later }])
  })

  it('removes it from the draft of a log snapshot made meanwhile [LIFE-18]', async () => {
    const { device, log } = await deviceWithDraft()
    for (let count = 0; count < 20; count += 1) await saveDraft(log, `${secret} ${count}`)
    await device.clock.advance(2000)
    await log.retain({ messages: 10 ** 9, events: 1000 })
    const acknowledgement = await sendSecret(log)
    await append(log, acknowledgement)
    expect(device.disk.toJson()).toContain(`"draft":"${secret} 19"`)
    await append(log, deleted(1))
    expect(device.disk.toJson()).not.toContain(typed)
  })

  it('keeps a draft that no later one has replaced', async () => {
    const { device, log } = await deviceWithDraft()
    await append(log, received(1))
    await append(log, deleted(1))
    const again = await device.openLeader()
    expect(again.conversations.get()).toMatchObject([{ draft: secret }])
    expect(device.disk.toJson()).not.toContain(`"${typed}"`)
  })
})
