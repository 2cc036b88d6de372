import { type RunningServer, startServer } from '#test/browser/support/server.ts'

/** What this bench has built to run beside itself. */
type Program = 'quick-to-join' | 'bare-echo'

/** Starts a program on a free port with data of its own. */
export const startProgram = (program: Program): Promise<RunningServer> =>
  startServer({}, `.cache/bench/${program}.mjs`)
