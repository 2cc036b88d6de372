import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { FaultReporter } from '../../ports.ts'
import { BackupError } from './backup.ts'

/** A socket in the data directory, which only the server's user can open: the operator's way to a running server. */
const pathOf = (dataDirectory: string): string => join(dataDirectory, 'control')

interface Control {
  close(): void
}

/**
 * Listens for `npm run backup`. A request is one line with the target, a response one line with an error, empty if
 * there is none. The caller has the lock of the data directory.
 */
export function listenForBackups(
  dataDirectory: string,
  backUp: (target: string) => Promise<void>,
  faults: FaultReporter,
): Control {
  const path = pathOf(dataDirectory)
  // A killed server leaves its socket.
  rmSync(path, { force: true })
  const respond = async (socket: Socket, target: string) => {
    const refusal = await backUp(target).then(
      () => '',
      (cause: unknown) => {
        if (!(cause instanceof BackupError))
          faults.report({ kind: 'backup', detail: 'no backup was written', cause })
        return cause instanceof Error ? cause.message : String(cause)
      },
    )
    socket.end(`${refusal.replaceAll('\n', ' ')}\n`)
  }
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    readLines(socket).once('line', (target) => void respond(socket, target))
  })
  server.on('error', (cause) =>
    faults.report({ kind: 'backup', detail: 'a running server cannot be backed up', cause }),
  )
  // Whatever permissions the process gives to new files.
  server.listen(path, () => chmodSync(path, 0o600))
  server.unref()
  return { close: () => server.close() }
}

/** The lines that arrive at a socket. Its errors are handled at the socket. */
const readLines = (socket: Socket): Interface =>
  createInterface({ input: socket }).on('error', () => undefined)

/**
 * Asks the server that uses a data directory for a backup. Resolves when it is complete.
 * @returns whether a server answered
 * @throws BackupError
 */
export function requestBackup(dataDirectory: string, target: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(pathOf(dataDirectory))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.write(`${target}\n`))
    const lines = readLines(socket)
    lines.once('line', (refusal) => (refusal === '' ? resolve(true) : reject(new BackupError(refusal))))
    lines.once('close', () => reject(new BackupError('The server ended before the backup was complete.')))
  })
}
