import type { ServerPorts } from '../ports.ts'

/**
 * Reads a long list in batches, with a turn of the event loop in between, so that others are served meanwhile.
 * @param read returns at most `size` rows after the last row, in order
 */
export async function readInBatches<Row>(
  { nextTurn }: Pick<ServerPorts, 'nextTurn'>,
  size: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const batch = await read(rows.at(-1))
    rows.push(...batch)
    if (batch.length < size) return rows
    await nextTurn?.()
  }
}
