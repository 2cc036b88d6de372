import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'
import { root } from '../install.mjs'

/**
 * Builds the server and starts it as a separate process. Requests with a forwarding header count as from that address.
 */
export async function startServer() {
  const outDir = join(root, '.cache', 'server-under-attack')
  const configFile = join(root, 'vite.server.config.ts')
  await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const directory = mkdtempSync(join(tmpdir(), 'web-chat-abuse-'))
  const settings = {
    PORT: '0',
    HOST: '',
    SHOW_CODES: 'page',
    TRUSTED_PROXIES: '127.0.0.1',
    DATA_DIR: directory,
  }
  const child = spawn(process.execPath, [join(outDir, 'main.js')], {
    cwd: root,
    env: { ...process.env, ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text) => {
    errors += text
  })
  process.once('exit', () => child.kill())
  const url = await new Promise((resolve, reject) => {
    child.once('close', (code) => reject(new Error(`The server ended with ${code}: ${errors}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('Ready: ')) resolve(line.slice('Ready: '.length))
    })
  })
  return {
    url,
    /** Faults that the server reported, without frames that cannot be parsed, which the attacker sends. */
    errors: () =>
      errors
        .split('\n')
        .filter((line) => !line.includes('"fault":"malformed-frame"'))
        .join('\n'),
    /** The memory of the server's process, MB; undefined if the system does not report it. */
    memory() {
      const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })
      return stdout ? Number(stdout) / 1024 : undefined
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      rmSync(directory, { recursive: true })
    },
  }
}
