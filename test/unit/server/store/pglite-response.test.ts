import { protocol } from '@electric-sql/pglite'
import { describe, expect, it } from 'vitest'
import { readResponse } from '#server/store/pglite-response.ts'

/** A message as PostgreSQL writes it: its type, its length, its content. */
function message(type: string, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + content.length)
  bytes[0] = type.charCodeAt(0)
  new DataView(bytes.buffer).setUint32(1, 4 + content.length)
  bytes.set(content, 5)
  return bytes
}

function row(values: readonly (string | null)[]): Uint8Array {
  const texts = values.map((value) => (value === null ? null : new TextEncoder().encode(value)))
  const content = new Uint8Array(2 + texts.reduce((length, text) => length + 4 + (text?.length ?? 0), 0))
  const view = new DataView(content.buffer)
  view.setUint16(0, texts.length)
  let at = 2
  for (const text of texts) {
    view.setInt32(at, text ? text.length : -1)
    if (text) content.set(text, at + 4)
    at += 4 + (text?.length ?? 0)
  }
  return message('D', content)
}

const ready = message('Z', new TextEncoder().encode('I'))
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

describe('reading a response of the embedded database', () => {
  it('returns the values of each row, empty ones and null apart', () => {
    const rows = [['1', '', null], ['шалом', '🙂 日本', null], []]
    expect(readResponse(joined(...rows.map(row), ready)).rows).toEqual(rows)
  })

  it('returns the other messages as the parser of PGlite reads them', () => {
    const complete = message('C', new TextEncoder().encode('INSERT 0 2\0'))
    const { rows, messages } = readResponse(joined(row(['1']), complete, row(['2']), ready))
    expect(rows).toEqual([['1'], ['2']])
    expect(messages.map(({ name }) => name)).toEqual(['commandComplete', 'readyForQuery'])
    expect(messages[0]).toBeInstanceOf(protocol.messages.CommandCompleteMessage)
  })

  it('keeps a byte order mark at the start of a text', () => {
    expect(readResponse(row(['\uFEFFtext'])).rows).toEqual([['\uFEFFtext']])
  })

  it('reads a response inside a larger buffer', () => {
    const whole = joined(ready, row(['inside']), ready)
    const part = whole.subarray(ready.length, whole.length - ready.length)
    expect(readResponse(part)).toEqual({ rows: [['inside']], messages: [] })
  })
})
