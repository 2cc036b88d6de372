import { protocol } from '@electric-sql/pglite'

type BackendMessage = Parameters<Parameters<InstanceType<typeof protocol.Parser>['parse']>[1]>[0]

/** The response of the embedded database to one round trip. */
export interface PgliteResponse {
  /** The values of each row as text, or null. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** All messages that are no rows, in order. */
  readonly messages: readonly BackendMessage[]
}

/** The first byte of a message with a row. */
const dataRow = 'D'.charCodeAt(0)
/** The bytes of a message before its content: its type and its length, which counts itself. */
const headerLength = 5

// A byte order mark is text that a person wrote.
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Reads a response in PostgreSQL's wire format. Rows are read here, because PGlite's parser copies the bytes of each
 * value before it decodes them, which takes ten times as long.
 */
export function readResponse(bytes: Uint8Array): PgliteResponse {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parser = new protocol.Parser()
  const rows: (readonly (string | null)[])[] = []
  const messages: BackendMessage[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + view.getUint32(start + 1)
    if (bytes[start] === dataRow) rows.push(readRow(bytes, view, start + headerLength))
    else parser.parse(bytes.subarray(start, end), (message) => messages.push(message))
    start = end
  }
  return { rows, messages }
}

/** Reads a row: the number of its values, and for each its length, -1 for null, and its text. */
function readRow(bytes: Uint8Array, view: DataView, start: number): readonly (string | null)[] {
  const values: (string | null)[] = []
  let at = start + 2
  for (let left = view.getUint16(start); left > 0; left -= 1) {
    const length = view.getInt32(at)
    at += 4
    values.push(length < 0 ? null : utf8.decode(bytes.subarray(at, at + length)))
    at += Math.max(length, 0)
  }
  return values
}

/** The number of rows written, which is the last word of the command tag. */
export const affectedRows = ({ messages }: PgliteResponse): number => {
  const complete = messages.find((part) => part instanceof protocol.messages.CommandCompleteMessage)
  const count = /^(?:INSERT|UPDATE|DELETE|MERGE) .*?(\d+)$/.exec(complete?.text ?? '')?.[1]
  return Number(count ?? 0)
}
