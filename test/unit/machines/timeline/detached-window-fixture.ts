import { serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { confirmed, first, folded, received } from '../account-fixture.ts'
import { history, open } from './timeline-fixture.ts'

export const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)
/** The target of a jump: the message with this sequence number. */
export const message = (sequence: number) => ({ kind: 'message', serverId: serverId(sequence * 10) }) as const
/** History with the server times of these tests. */
export const timed = (from: number, to: number): NewEvent[] =>
  upTo(from, to).map((sequence) =>
    received(first, confirmed(sequence, { sentAt: sequence * 1_000_000_000_000 })),
  )

/** A thousand messages on the server, the newest fifty stored; `settle` waits for calls and the log. */
export async function openFar(held: readonly NewEvent[] = history(951, 1000)) {
  const screen = await open(held, 1000)
  const settle = async () => {
    for (const _ of [1, 2, 3, 4]) await folded(screen.clock)
  }
  return {
    ...screen,
    settle,
    async seek(target: Parameters<typeof screen.handle.seek>[0]) {
      screen.handle.seek(target)
      await settle()
    },
    detachedWindow: () => {
      const [from, to] = [screen.sequences()[0], screen.sequences().at(-1)]
      return { from, to, hasNewer: screen.view().hasNewer, count: screen.sequences().length }
    },
  }
}
