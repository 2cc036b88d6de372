import { type RunningServer, startServer } from '#test/browser/support/server.ts'
import { endWithBench } from '../running/ending.ts'

/** The built programs that this bench starts. */
type Program = 'quick-to-join' | 'bare-echo' | 'bare-broadcast'

/** Starts a program on a free port with its own data. It ends with the bench at the latest. */
export async function startProgram(
  program: Program,
  environment: Record<string, string> = {},
): Promise<RunningServer> {
  const starting = startServer(environment, `.cache/bench/${program}.mjs`)
  const dispose = endWithBench(async () => (await starting).dispose())
  return { ...(await starting), dispose }
}
