import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type ClientId, clientId } from '#schemas/ids.ts'
import {
  holdReload,
  storageNotice,
  whenReloadIsSafe,
  wouldLoseMessages,
} from '#src/app/overlays/storage-notice.ts'
import { createFaultRing } from '#src/app/ports/report.ts'
import { createWritable } from '#streams/readable.ts'
import { StorageError, storageFaultKinds } from '#streams/storage/storage-error.ts'
import { durableHealth, type StorageHealth } from '#streams/storage/storage-health.ts'

describe('the storage notice', () => {
  it('does not appear while the storage works', () => {
    expect(storageNotice(durableHealth)).toBeUndefined()
  })

  it.each(storageFaultKinds)('has texts in every language: %s', (fault) => {
    const notice = storageNotice({ status: 'memory', fault })
    for (const locale of ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'])
      expect(readFileSync(`locales/${locale}/errors.po`, 'utf8')).toContain(`msgid "${notice?.key}"`)
  })

  it('can be dismissed only if nothing waits to be saved', () => {
    const harmless = storageFaultKinds.filter(
      (fault) => storageNotice({ status: 'memory', fault })?.isHarmless,
    )
    expect(harmless).toEqual(['unavailable'])
  })

  it('asks for a restart for an unknown storage fault [ERR-08]', () => {
    let asked = 0
    const ring = createFaultRing(
      () => 0,
      () => {
        asked += 1
      },
    )
    const broken = new DOMException('Internal error', 'UnknownError')
    ring.fault({ kind: 'log.save', detail: 'unknown', cause: new StorageError('unknown', broken) })
    expect(asked).toBe(1)
    ring.fault({ kind: 'log.save', detail: 'quota-exceeded', cause: new StorageError('quota-exceeded') })
    expect(asked).toBe(1)
  })
})

describe('leaving the page', () => {
  const cases: readonly { health: StorageHealth; unsent: number; mustAsk: boolean }[] = [
    { health: durableHealth, unsent: 1, mustAsk: false },
    { health: { status: 'degraded', fault: 'quota-exceeded' }, unsent: 0, mustAsk: false },
    { health: { status: 'degraded', fault: 'quota-exceeded' }, unsent: 1, mustAsk: true },
    { health: { status: 'memory', fault: 'unavailable' }, unsent: 2, mustAsk: true },
  ]
  it.each(cases)('asks only if messages would be lost: %o', ({ health, unsent, mustAsk }) => {
    // Leaving loses the messages of all accounts of the page.
    const unsentCount = (of?: unknown) => (of === 'all' ? unsent : 0)
    const client = { storage: createWritable(health), authentication: { unsentCount } }
    expect(wouldLoseMessages(client)).toBe(mustAsk)
  })
})

describe('the reload into a new version', () => {
  const openPage = () => {
    const uploads = [0, 1].map(() => createWritable<ReadonlyMap<ClientId, number>>(new Map()))
    const accounts = createWritable(uploads.map((progress) => ({ media: { progress } })))
    let reloads = 0
    const stop = whenReloadIsSafe({ accounts }, () => {
      reloads += 1
    })
    return { uploads, accounts, stop, reloads: () => reloads }
  }

  it('happens immediately while the page neither records nor uploads', () => {
    expect(openPage().reloads()).toBe(1)
  })

  it('waits for the end of a recording, and of the uploads of every account', () => {
    const upload = new Map([[clientId('a'), 0.5]])
    const releases = [holdReload(), holdReload()]
    const { reloads, uploads } = openPage()
    releases[0]?.()
    uploads[1]?.set(upload)
    releases[1]?.()
    expect(reloads()).toBe(0)
    uploads[1]?.set(new Map(upload).set(clientId('a'), 0.9))
    expect(reloads()).toBe(0)
    uploads[1]?.set(new Map())
    expect(reloads()).toBe(1)
    uploads[0]?.set(upload)
    uploads[0]?.set(new Map())
    expect(reloads()).toBe(1)
  })

  it('waits for an upload of an account that signs in meanwhile', () => {
    const release = holdReload()
    const { accounts, reloads } = openPage()
    const progress = createWritable<ReadonlyMap<ClientId, number>>(new Map([[clientId('a'), 0.5]]))
    accounts.set([...accounts.get(), { media: { progress } }])
    release()
    expect(reloads()).toBe(0)
    progress.set(new Map())
    expect(reloads()).toBe(1)
  })

  it('does not wait for an upload of an account that has signed out', () => {
    const release = holdReload()
    const { accounts, reloads, uploads } = openPage()
    uploads[0]?.set(new Map([[clientId('a'), 0.5]]))
    release()
    expect(reloads()).toBe(0)
    accounts.set(accounts.get().slice(1))
    expect(reloads()).toBe(1)
  })

  it('does not happen after the wait was stopped', () => {
    const release = holdReload()
    const { reloads, stop } = openPage()
    stop()
    release()
    expect(reloads()).toBe(0)
  })
})
