import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formLimits, readForm } from '#server/http/multipart.ts'

const contentType = 'multipart/form-data; boundary=x'
const encode = (text: string) => new TextEncoder().encode(text)

/** The same bytes in pieces of this size. */
function inPieces(bytes: Uint8Array, size: number) {
  let at = 0
  return async () => {
    if (at >= bytes.length) return undefined
    at += size
    return bytes.slice(at - size, at)
  }
}

async function read(body: string | Uint8Array, type: string | undefined = contentType, size = 7) {
  const bytes = typeof body === 'string' ? encode(body) : body
  const pieces: Uint8Array[] = []
  const form = await readForm(inPieces(bytes, size), type, async () => (piece) => void pieces.push(piece))
  return form && { ...form, file: Buffer.concat(pieces) }
}

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${value}\r\n`

describe('a form', () => {
  it('is parsed like the platform parses it, whatever its texts, bytes and chunks', async () => {
    const names = fc.string({ unit: 'binary', maxLength: 10 }).filter((name) => name !== 'file')
    const fields = fc.dictionary(names, fc.string({ unit: 'grapheme', maxLength: 50 }), { maxKeys: 8 })
    // Bytes that look like the start of a boundary are the difficult ones.
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.constantFrom('\r', '\n', '-', '--x', '\r\n--', 'a')).map((parts) => encode(parts.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(
        fields,
        bytes,
        fc.string({ minLength: 1 }),
        fc.integer({ min: 1, max: 300 }),
        async (texts, content, name, size) => {
          const form = new FormData()
          for (const [key, value] of Object.entries(texts)) form.append(key, value)
          form.append('file', new File([new Uint8Array(content)], name))
          const sent = new Response(form)
          const type = sent.headers.get('content-type') ?? ''
          const body = new Uint8Array(await sent.arrayBuffer())
          const expected = await new Response(body, { headers: { 'Content-Type': type } }).formData()
          const found = await read(body, type, size)
          const given = expected.get('file')
          expect(Object.entries(found?.fields ?? {}).sort()).toEqual(
            [...expected].filter(([key]) => key !== 'file').sort(),
          )
          expect(found?.fileName).toBe(given instanceof File ? given.name : undefined)
          expect(Buffer.from(content).equals(found?.file ?? Buffer.from('none'))).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('has its fields before its file is read, and may be rejected then', async () => {
    const sent = encode(`${field('UID', '7')}${file('file', 'bytes')}--x--\r\n`)
    const rejected = readForm(inPieces(sent, 5), contentType, async (fields) => {
      throw new Error(`no ${fields.UID}`)
    })
    await expect(rejected).rejects.toThrow('no 7')
  })

  it('is read without its file when it has none', async () => {
    expect(await read(`${field('UID', '7')}--x--`)).toMatchObject({
      fields: { UID: '7' },
      fileName: undefined,
    })
    expect(await read('--x--')).toMatchObject({ fields: {} })
  })

  it.each([
    ['without its end', `${field('UID', '7')}`],
    ['cut off in the file', `${file('file', 'by')}`],
    ['with words before its first boundary', `words\r\n${field('UID', '7')}--x--`],
    ['with a field twice', `${field('UID', '7')}${field('UID', '8')}--x--`],
    ['with two files', `${file('file', 'a')}${file('file', 'b')}--x--`],
    ['with a file of another name', `${file('other', 'a')}--x--`],
    ['with a part without a name', '--x\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--x--'],
    ['with a part without headers', '--x\r\n\r\nvalue\r\n--x--'],
    [
      'with too many fields',
      `${Array.from({ length: formLimits.fields + 1 }, (_, index) => field(`f${index}`, '')).join('')}--x--`,
    ],
    ['with a field that is too long', `${field('a', 'x'.repeat(formLimits.fieldBytes + 1))}--x--`],
    ['with headers that are too long', `${field('a'.repeat(formLimits.headerBytes), '')}--x--`],
    ['of no bytes', ''],
  ])('is rejected %s', async (_, body) => {
    expect(await read(body)).toBeUndefined()
  })

  it.each([
    undefined,
    'application/json',
    'multipart/form-data',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])('is rejected with the type %s', async (type) => {
    expect(
      await readForm(
        async () => encode('--x--'),
        type,
        async () => () => undefined,
      ),
    ).toBeUndefined()
  })

  it('of a million carriage returns is read in linear time', async () => {
    // Processor time, because other programs may keep the machine busy.
    const start = process.cpuUsage()
    const found = await read(`${file('file', '\r\n--'.repeat(1_000_000))}--x--`, contentType, 64 * 1024)
    expect(found?.file.length).toBe(4_000_000)
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(2_000)
  })
})

it('accepts a file name with a Unicode line separator', async () => {
  const body =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a\u2028b.png"\r\n\r\nbytes\r\n--x--\r\n'
  expect((await read(body))?.file.toString()).toBe('bytes')
})
