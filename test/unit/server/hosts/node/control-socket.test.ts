import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listenForBackups, requestBackup } from '#server/hosts/node/control-socket.ts'

it('only the user of the server can open the control socket', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'web-chat-'))
  const targets: string[] = []
  const control = listenForBackups(directory, async (target) => void targets.push(target), {
    report: ({ detail }) => expect.unreachable(detail),
  })
  expect(await requestBackup(directory, '/backup')).toBe(true)
  expect(targets).toEqual(['/backup'])
  expect(statSync(join(directory, 'control')).mode & 0o777).toBe(0o600)
  control.close()
  rmSync(directory, { recursive: true })
})
