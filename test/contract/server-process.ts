import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const outDir = join(root, 'node_modules', '.cache', 'server-under-test')

/** Builds the server as `npm start` does, into a separate directory. */
export async function buildServer(): Promise<void> {
  await build({
    root,
    configFile: join(root, 'vite.server.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  })
}

export interface ServerProcess {
  /** Its address. */
  readonly url: string
  /** Its process id. */
  readonly pid: number
  /** The lines of its standard output so far. */
  readonly output: readonly string[]
  /** Ends it and returns its exit code, null if the signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
}

/** Starts the built server as a separate process and waits until it reports that it is ready. */
export async function startServerProcess(dataDirectory: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(outDir, 'main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '',
      SHOW_CODES: 'page',
      DATA_DIR: dataDirectory,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.on('data', (text) => errors.push(String(text)))
  const output: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${errors.join('')}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      output.push(line)
      if (line.startsWith('Ready: ')) resolve(line.slice('Ready: '.length))
    })
  })
  return { url, pid: child.pid ?? 0, output, end: (signal) => end(child, signal) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return typeof code === 'number' ? code : null
}
