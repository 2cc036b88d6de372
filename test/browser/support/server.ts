import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The built server as a separate process, with its own port and data folder. */
export interface RunningServer {
  readonly address: string
  /** The id of the process that runs now. */
  pid(): number
  /** Kills the process without warning and waits until it has ended. */
  kill(): Promise<void>
  /** Stops the process as an operator does and waits until it has ended. */
  stop(): Promise<void>
  /** Starts it again with the same port and data. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  dispose(): Promise<void>
}

/** Resolves with the address that a process prints when it is ready. */
export const untilReady = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('the server has no output'))
    const lines = createInterface({ input: child.stdout })
    lines.on('line', (line) => {
      const address = /^Ready: (\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it was ready`)))
  })

/** Resolves when the process has ended. */
export const untilExited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
  })

/** A database without rows from Playwright's set-up. A server without it creates one, which takes seconds. */
const emptyDatabase = '.cache/journeys/db'

/** A site that may embed the app. Nothing listens there: a journey fulfils its requests. */
export const embeddingOrigin = 'http://host.localhost'

/** Starts the server from `npm run build`, or the given program. Resolves when it prints that it is ready. */
export async function startServer(
  environment: Record<string, string> = {},
  program = 'dist/server/main.js',
): Promise<RunningServer> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'web-chat-'))
  if (existsSync(emptyDatabase)) cpSync(emptyDatabase, join(dataFolder, 'db'), { recursive: true })
  const launch = (port: string) =>
    spawn(process.execPath, [program], {
      env: {
        // No journey cuts the power, and disk syncs would slow all of them down. The bench measures both.
        DURABILITY: 'process',
        ...process.env,
        ...{ SHOW_CODES: 'page', DATA_DIR: dataFolder, PORT: port, EMBED_ORIGINS: embeddingOrigin },
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  let child = launch('0')
  const address = await untilReady(child)
  const port = new URL(address).port
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await untilExited(child)
  }
  return {
    address,
    pid: () => child.pid ?? 0,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async restart() {
      child = launch(port)
      await untilReady(child)
    },
    async dispose() {
      await end('SIGTERM')
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Returns the number of open sockets of a server that publishes its metrics on this port. */
export async function countSockets(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/^chat_connections (\d+)$/m.exec(text)?.[1])
}

export interface DemoHost {
  readonly address: string
  close(): Promise<void>
}

/** The demo as `npm run demo` serves it, on a free port. */
export async function serveDemo(): Promise<DemoHost> {
  const child = spawn(process.execPath, ['scripts/demo.mjs'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    address: await untilReady(child),
    close: async () => {
      child.kill('SIGTERM')
      await untilExited(child)
    },
  }
}
