import { describe, expect, it } from 'vitest'
import { startLocalFileCleaning } from '#streams/outbound/local-file-cleaning.ts'
import type { LocalFiles } from '#streams/storage/storage.ts'
import { chat, listed } from '#test/unit/domain/log-events.ts'
import { first, folded, openAccount } from '#test/unit/machines/account-fixture.ts'
import { createTestDevice } from '#test/unit/streams/log/log-harness.ts'
import { settle } from '#test/unit/streams/test-clock.ts'

const file = { name: 'holiday.png', type: 'image/png', size: 3, content: new Uint8Array([1, 2, 3]) }
const day = 24 * 3_600_000

/** A real log; the test may make removing or listing files fail. */
async function start() {
  const account = await openAccount()
  const { clock, log } = account
  const isRejected = { list: false, remove: false }
  const looks = { count: 0 }
  const files: LocalFiles = {
    ...log.files,
    async list() {
      looks.count += 1
      if (isRejected.list) throw new Error('the disk is failing')
      return log.files.list()
    },
    async remove(key) {
      if (isRejected.remove) throw new Error('the disk is failing')
      return log.files.remove(key)
    },
  }
  return {
    ...account,
    isRejected,
    looks,
    keys: async () => (await log.files.list()).map(({ key }) => key),
    lead: () => startLocalFileCleaning({ ...account, log: { ...log, files } }),
    put: (key: string) => log.files.put(key, file, clock.now()),
    async send(fileKey: string) {
      const attachment = { fileKey, name: file.name, contentType: file.type, size: file.size }
      void log.dispatch({ type: 'SendAttachment', conversationId: first, kind: 'image', attachment })
      await folded(clock)
    },
  }
}

describe('a local file without a message', () => {
  it('is removed once it is a minute old, also while this tab still leads', async () => {
    const { clock, keys, lead, put } = await start()
    await put('orphan')
    await clock.advance(2000)
    lead()
    await clock.advance(57_999)
    expect(await keys()).toEqual(['orphan'])
    await clock.advance(1)
    expect(await keys()).toEqual([])
  })

  it('stays when its message was only just being written', async () => {
    const { clock, keys, lead, put, send } = await start()
    await put('mine')
    lead()
    await clock.advance(2000)
    await send('mine')
    await clock.advance(day)
    expect(await keys()).toEqual(['mine'])
  })

  it('stays when another tab wrote its message and this one has not received it yet', async () => {
    const { disk, clock, faults, openTab } = createTestDevice()
    const writer = await openTab()
    void writer.append([listed()])
    await writer.flush()
    // A separate channel reaches no tab, as when the leader has just woken.
    const sleeper = await createTestDevice(disk).openTab()
    await settle()
    await writer.files.put('mine', file, clock.now() - day)
    const attachment = { fileKey: 'mine', name: file.name, contentType: file.type, size: file.size }
    await writer.dispatch({ type: 'SendAttachment', conversationId: chat, kind: 'image', attachment })
    expect(sleeper.outbox.get().messages).toEqual([])
    const report = { fault: ({ kind }: { readonly kind: string }) => void faults.push(kind) }
    const stop = startLocalFileCleaning({ log: sleeper, clock, report })
    await settle()
    stop()
    expect(await writer.files.list()).toHaveLength(1)
    expect(faults).toEqual([])
  })

  it('is left to the next leader when this tab loses the leadership during its check', async () => {
    const { clock, keys, lead, put } = await start()
    await put('orphan')
    await clock.advance(day)
    lead()()
    await clock.advance(day)
    expect(await keys()).toEqual(['orphan'])
    lead()
    await clock.advance(0)
    expect(await keys()).toEqual([])
  })

  it('is removed within a minute if the clock was set back meanwhile', async () => {
    const { clock, keys, lead, put } = await start()
    await put('orphan')
    clock.turnWallClock(-day)
    lead()
    await clock.advance(60_000)
    expect(await keys()).toEqual([])
  })

  it('is found within the hour if another tab leaves it', async () => {
    const { clock, keys, lead, put } = await start()
    lead()
    await clock.advance(1000)
    await put('orphan')
    await clock.advance(3_600_000)
    expect(await keys()).toEqual([])
  })
})

describe('a failed removal', () => {
  it('is repeated a minute later: the file of a discarded message', async () => {
    const { clock, faults, isRejected, keys, lead, log, put, send } = await start()
    await put('mine')
    await send('mine')
    lead()
    await clock.advance(120_000)
    isRejected.remove = true
    const clientId = log.outbox.get().messages[0]?.clientId
    if (!clientId) throw new Error('No message')
    void log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    await folded(clock)
    expect(faults).toHaveLength(1)
    isRejected.remove = false
    await clock.advance(60_000)
    expect(await keys()).toEqual([])
  })

  it('is done a minute later: looking for leftovers', async () => {
    const { clock, isRejected, keys, lead, put } = await start()
    await put('orphan')
    await clock.advance(60_001)
    isRejected.list = true
    lead()
    await clock.advance(0)
    isRejected.list = false
    await clock.advance(60_000)
    expect(await keys()).toEqual([])
  })

  it('is left to the next leader', async () => {
    const { clock, isRejected, lead, looks, put } = await start()
    await put('orphan')
    isRejected.list = true
    const stop = lead()
    stop()
    await clock.advance(day)
    expect(looks.count).toBe(1)
  })
})
