import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { lockDataDirectory } from '#server/hosts/node/data-lock.ts'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), 'web-chat-'))
  directories.push(directory)
  return directory
}
const leaveLock = (directory: string, content: unknown) =>
  writeFileSync(join(directory, 'lock'), typeof content === 'string' ? content : JSON.stringify(content))

it('creates the directory, locks it and releases it', () => {
  const directory = join(newDirectory(), 'new')
  const lock = lockDataDirectory(directory)
  expect(existsSync(join(directory, 'lock'))).toBe(true)
  lock.release()
  expect(existsSync(join(directory, 'lock'))).toBe(false)
})

it('rejects a directory that a running process has locked, and takes it over after that process ended', async () => {
  const directory = newDirectory()
  const holder = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await once(holder, 'spawn')
  leaveLock(directory, lockOf(holder.pid))
  expect(() => lockDataDirectory(directory)).toThrow(`in use by process ${holder.pid}`)
  const exited = once(holder, 'exit')
  holder.stdin.end()
  await exited
  lockDataDirectory(directory).release()
})

it.each([
  ['of a process that is gone', { pid: 2 ** 22 + 1, startedAt: '1' }],
  ['of another process that now has the number', { pid: 1, startedAt: 'another time' }],
  ['half-written', '{"pid":'],
  ['empty', ''],
])('takes over a lock that is %s', (_, content) => {
  const directory = newDirectory()
  leaveLock(directory, content)
  lockDataDirectory(directory).release()
})

// The lock as that process would have written it: its number and, if the system reports it, its start time.
function lockOf(pid: number | undefined) {
  const path = `/proc/${pid}/stat`
  const stat = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return { pid, startedAt: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '' }
}
