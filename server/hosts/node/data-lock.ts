import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from './settings.ts'

/** The data directory is locked by this process until `release`. */
export interface DataLock {
  release(): void
}

/**
 * Locks a data directory, because a second process would destroy the database. Takes over the lock of a process that
 * has ended. Throws SettingsError if the directory is in use.
 */
export function lockDataDirectory(directory: string): DataLock {
  // Other users of the machine may not read people's messages.
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const path = join(directory, 'lock')
  const own = identify(process.pid)
  if (!create(path, own)) {
    const holder = read(path)
    if (isRunning(holder)) {
      throw new SettingsError(
        `${directory} is in use by process ${holder?.pid}: stop that one, or set DATA_DIR.`,
      )
    }
    rmSync(path, { force: true })
    if (!create(path, own)) throw new SettingsError(`${directory} has just been taken by another process.`)
  }
  return { release: () => rmSync(path, { force: true }) }
}

interface Holder {
  readonly pid: number
  /** The start time of the process, in the system's unit; empty if the system does not report it. */
  readonly startedAt: string
}

const identify = (pid: number): Holder => ({ pid, startedAt: startTimeOf(pid) })

function create(path: string, holder: Holder): boolean {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, JSON.stringify(holder))
    closeSync(file)
    return true
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return false
    throw cause
  }
}

function read(path: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value))
      return undefined
    return { pid: Number(value.pid), startedAt: String(value.startedAt) }
  } catch {
    // Incomplete: its process died while writing it.
    return undefined
  }
}

// A process id is not enough: after a restart of the machine another program may have it.
function isRunning(holder: Holder | undefined): boolean {
  if (!holder || holder.pid === process.pid || !doesProcessExist(holder.pid)) return false
  return startTimeOf(holder.pid) === holder.startedAt
}

function doesProcessExist(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM'
  }
}

// On Linux the 22nd field of /proc/<pid>/stat. The name, the second field, may contain spaces and parentheses.
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
