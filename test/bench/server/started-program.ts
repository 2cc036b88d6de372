import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { untilGone, untilReady } from '#test/browser/support/server.ts'

/** A server, which is stopped as an operator does it and started again on its port and data. */
export interface StartedProgram {
  readonly address: string
  /** Resolves once it is ready again. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

/** What this bench has built to run beside itself. */
export type Program = 'quick-to-join' | 'bare-echo'

/** Starts a program on a free port with data of its own. */
export async function startProgram(program: Program): Promise<StartedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-bench-'))
  const launch = (port: string) =>
    spawn(process.execPath, [`.cache/bench/${program}.mjs`], {
      env: { ...process.env, DATA_DIR: folder, PORT: port },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  let child = launch('0')
  const address = await untilReady(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await untilGone(child)
  }
  return {
    address,
    async restart() {
      await stop()
      child = launch(new URL(address).port)
      await untilReady(child)
    },
    async dispose() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
