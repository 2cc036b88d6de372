import { describe, expect, it } from 'vitest'
import { sniffFile } from '#server/files/store-file.ts'

/** An entry of an archive with so many bytes, stored as they are. */
function entry(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(30 + name.length + size)
  bytes.writeUInt32LE(0x04034b50, 0)
  bytes.writeUInt16LE(10, 4)
  bytes.writeUInt32LE(size, 18)
  bytes.writeUInt32LE(size, 22)
  bytes.writeUInt16LE(name.length, 26)
  bytes.write(name, 30)
  return bytes
}

describe('the type of a file', () => {
  it('is decided by the first 64 kB of an archive, so that a long one holds nobody up', async () => {
    const archive = (size: number) => Buffer.concat([entry('a', size), entry('META-INF/mozilla.rsa', 9)])
    // The second entry makes it an extension of a browser, which is only a file.
    expect((await sniffFile(archive(10))).extension).toBe('bin')
    expect((await sniffFile(archive(70_000))).extension).toBe('zip')
  })

  it('is that of an unknown file for bytes that break the detection', async () => {
    const broken = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xff, 0xff, 0xff])
    expect(await sniffFile(broken)).toMatchObject({ extension: 'bin', kind: 'file' })
  })
})
