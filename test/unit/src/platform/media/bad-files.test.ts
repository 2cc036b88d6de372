import { describe, expect, it } from 'vitest'
import { headerLength } from '#domain/media/picture-size.ts'
import { recogniseFiles } from '#src/features/conversation/attachments/picked-attachment.ts'
import { describePicked } from '#src/platform/media/prepare-attachment.ts'
import { transcodePicture } from '#src/platform/media/transcoder/worker.ts'

const limits = { image: 10, video: 50, audio: 20, file: 50 }

/** A blob of this size without content; reading it is a fault. */
class UnreadableFile extends File {
  override readonly size: number
  constructor(name: string, size: number) {
    super([], name)
    this.size = size
  }
  override slice = () => unread()
  override arrayBuffer = () => unread()
  override stream = () => unread()
  override text = () => unread()
  override bytes = () => unread()
}
const unread = (): never => {
  throw new Error('it was read')
}

describe('a file of 3 GB', () => {
  it.each(['image', 'video', 'audio', 'file', undefined] as const)(
    'chosen as %s is rejected by its limit before a byte is read [MEDIA-27]',
    async (wanted) => {
      const file = new UnreadableFile('disk.img', 3e9)
      const { recognised, rejected } = await recogniseFiles([file], wanted, limits)
      expect(recognised).toEqual([])
      const values = { limit: `${wanted === undefined ? 50 : limits[wanted]} MB` }
      expect(rejected).toMatchObject([{ file, rejection: { key: 'errors.file-size-limit', values } }])
    },
  )

  it('is not stored either when it is sent as picked', async () => {
    const picked = { file: new UnreadableFile('film.mp4', 3e9), kind: 'video', isContainer: false } as const
    expect(await describePicked(picked, limits)).toMatchObject({
      isOk: false,
      rejection: { key: 'errors.file-size-limit' },
    })
  })
})

const ascii = (text: string): readonly number[] => [...text].map((character) => character.charCodeAt(0))
/** Two colours, one pixel. */
const gifHead = [...ascii('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
const gifFrame = [0x21, 0xf9, 4, 0, 4, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]

describe('a GIF of 2,000 frames', () => {
  it('is sent byte for byte, and only its header is read: it is never decoded (DEC-158)', async () => {
    const frames = Array.from({ length: 2000 }, () => gifFrame).flat()
    const gif = new File([new Uint8Array([...gifHead, ...frames, 0x3b])], 'long.gif', { type: 'image/gif' })
    const read: number[] = []
    const slice = gif.slice.bind(gif)
    gif.slice = (start = 0, end = gif.size) => {
      read.push(end - start)
      return slice(start, end)
    }
    // Node cannot decode pictures: an attempt would reject.
    expect('createImageBitmap' in globalThis).toBe(false)
    expect(await transcodePicture(gif)).toBe(gif)
    expect(read).toEqual([headerLength])
  })
})
