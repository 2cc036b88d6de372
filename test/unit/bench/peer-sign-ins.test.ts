import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startPeerSignIns } from '#test/bench/measures/peer-sign-ins.ts'

const directory = mkdtempSync(join(tmpdir(), 'peers-'))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const writePeer = (files: Readonly<Record<string, string>>): void => {
  mkdirSync(join(directory, 'other', 'assets'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, 'other', name), text)
}

describe('sign-in screens of other clients', () => {
  it('are served compressed at the path that their folder names', async () => {
    writePeer({
      'index.html': '<form></form>',
      'assets/start.js': 'start()',
      'sign-in.json': '{ "path": "/index.html#/login", "ready": "form" }',
    })
    const [peer] = await startPeerSignIns(directory)
    if (!peer) throw new Error('the client is missing')
    try {
      expect(peer).toMatchObject({ name: 'other', ready: 'form' })
      expect(peer.page).toMatch(/^http:\/\/localhost:\d+\/index\.html#\/login$/)
      const script = await fetch(new URL('/assets/start.js', peer.page))
      expect([script.headers.get('content-encoding'), await script.text()]).toEqual(['br', 'start()'])
      expect((await fetch(new URL('/missing.js', peer.page))).status).toBe(404)
    } finally {
      await peer.close()
    }
  })

  it('are rejected without a selector of the usable form', async () => {
    writePeer({ 'sign-in.json': '{ "path": "/" }' })
    await expect(startPeerSignIns(directory)).rejects.toThrow('ready')
  })

  it('are an empty list without a folder', async () => {
    expect(await startPeerSignIns(undefined)).toEqual([])
  })
})
