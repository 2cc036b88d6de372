import { describe, expect, it } from 'vitest'
import { readMessageBody, writeAttachment } from '#domain/message/message-body.ts'

const path = `/files/messages/${'a'.repeat(40)}.bin`
const size = { width: 320.4, height: 180 }

describe('the body of an uploaded attachment', () => {
  it.each([
    ['pic', { ...size }, `${path}?w=320&h=180`],
    ['pic', {}, path],
    ['pic', { width: 5 }, path],
    ['video', { ...size, seconds: 12.6 }, `${path}?w=320&h=180&t=12`],
    ['video', { seconds: 0.2 }, `${path}?t=1`],
    ['video', { ...size, seconds: Number.NaN }, `${path}?w=320&h=180`],
    ['video', { width: 1e9, height: 2, seconds: 1e12 }, path],
    ['audio', { seconds: 3.2 }, `${path}?t=3|3`],
    ['audio', { seconds: 0.1 }, `${path}?t=1|1`],
    ['audio', {}, `${path}|0`],
    ['file', { seconds: 4 }, `${path}|plan|2.pdf`],
  ] as const)(
    'of type %s with %o is %s, and can be parsed [MEDIA-33 MSG-08 MSG-09] (DEC-122)',
    (type, metadata, body) => {
      const written = writeAttachment(type, path, { name: 'c:\\plan|2.pdf', ...metadata })
      expect(written).toBe(body)
      expect(readMessageBody(type, written)).toMatchObject({ media: { path } })
    },
  )

  it('has the playing time in its address too', () => {
    const body = writeAttachment('video', path, { name: 'a', ...size, seconds: 61 })
    expect(readMessageBody('video', body)).toMatchObject({ media: { width: 320, height: 180, seconds: 61 } })
  })

  it('of a file keeps its name', () => {
    const body = writeAttachment('file', path, { name: 'plan|2.pdf' })
    expect(readMessageBody('file', body)).toMatchObject({ kind: 'file', name: 'plan|2.pdf' })
  })
})
