import type { Page } from '@playwright/test'
import { expect, fixture, readMedia, test, transcodeIn } from './support/transcoding-page.ts'

test.beforeEach(({ page, transcodingPage }) => page.goto(transcodingPage).then(() => undefined))

/** No location, title or device: only the metadata that the file needs. */
const noTags: readonly string[] = []

test.describe('a sound', () => {
  for (const [name, duration] of [
    ['voice.webm', 3],
    ['wide-60.mp4', 2],
    ['old.wma', 2],
  ] as const)
    test(`${name} becomes mp3 of 44100 Hz in stereo at 192 kbit/s, without a picture [MEDIAT-01]`, async ({
      page,
    }) => {
      const made = await transcodeIn(page, { name, kind: 'audio' })
      expect(made.fault).toBeUndefined()
      expect([made.name, made.type]).toEqual([name.replace(/\.\w+$/, '.mp3'), 'audio/mpeg'])
      const media = await readMedia(made)
      expect(media).toMatchObject({
        format: 'MP3',
        video: null,
        sound: { codec: 'mp3', rate: 44_100, channels: 2 },
        tags: noTags,
      })
      expect(Math.abs(media.duration - duration)).toBeLessThanOrEqual(0.2)
      const bitrate = (8 * made.content.length) / media.duration
      expect(bitrate / 192_000).toBeGreaterThan(0.95)
      expect(bitrate / 192_000).toBeLessThan(1.1)
    })
})

test.describe('a video', () => {
  for (const [name, size, frames] of [
    ['wide-60.mp4', [1280, 720], 30],
    ['small.webm', [640, 360], 25],
    ['old.avi', [352, 288], 25],
  ] as const)
    test(`${name} becomes mp4 of ${size[1]} lines and ${frames} frames a second [MEDIAT-05]`, async ({
      page,
    }) => {
      const made = await transcodeIn(page, { name, kind: 'video' })
      expect(made.fault).toBeUndefined()
      expect([made.name, made.type]).toEqual([name.replace(/\.\w+$/, '.mp4'), 'video/mp4'])
      expect(await readMedia(made)).toMatchObject({
        format: 'MP4',
        video: { codec: 'avc', size, frames },
        sound: { codec: 'aac' },
        tags: noTags,
      })
      expect(made.content.length / fixture(name).length).toBeLessThan(6)
      expect(made.progress.length).toBeGreaterThan(0)
      expect([...made.progress].sort((one, other) => one - other)).toEqual(made.progress)
    })

  test("a video's transcoding stops within a second of cancelling", async ({ page }) => {
    const made = await transcodeIn(page, { name: 'wide-60.mp4', kind: 'video', isGivenUp: true })
    expect(made.fault).toBe('Error: given up')
    expect(made.duration).toBeLessThan(1000)
  })

  for (const [what, name, content] of [
    ['is corrupt', 'broken.mp4', fixture('wide-60.mp4').slice(2000)],
    ['is text', 'text.mp4', [...Buffer.from('no video at all')]],
  ] as const)
    test(`a video that ${what} is rejected`, async ({ page }) => {
      const made = await transcodeIn(page, { name, content, kind: 'video' })
      expect(made.fault).toContain('TRANSCODING_FAILED')
    })

  test('an empty video is rejected [MEDIAT-08]', async ({ page }) => {
    const made = await transcodeIn(page, { name: 'empty.mp4', content: [], kind: 'video' })
    expect(made.fault).toContain('INVALID_INPUT_FILE')
  })
})

test.describe('a picture', () => {
  /** Inserts location metadata before the pixels. */
  const withPlace = (jpeg: readonly number[]) => {
    const exif = [...Buffer.from('Exif\0\0GPSLatitude')]
    return [0xff, 0xd8, 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg.slice(2)]
  }
  const sizeIn = (page: Page, { content, type }: { content: readonly number[]; type: string }) =>
    page.evaluate(
      async ({ content, type }) => {
        const { width, height } = await createImageBitmap(new Blob([Uint8Array.from(content)], { type }))
        return [width, height]
      },
      { content, type },
    )

  test('is scaled to 1024 lines, keeps its format and loses its location [MEDIAT-02 MEDIAT-03]', async ({
    page,
  }) => {
    const content = withPlace(fixture('tall.jpg'))
    const made = await transcodeIn(page, { name: 'tall.jpg', content, kind: 'image' })
    expect([made.name, made.type]).toEqual(['tall.jpg', 'image/jpeg'])
    expect(await sizeIn(page, made)).toEqual([750, 1024])
    expect(Buffer.from(made.content).includes('Exif')).toBe(false)
  })

  test('that is small enough is sent unchanged except for its location', async ({ page }) => {
    const tall = await transcodeIn(page, { name: 'tall.jpg', kind: 'image' })
    const small = { name: 'small.jpg', type: 'image/jpeg', kind: 'image' } as const
    expect((await transcodeIn(page, { ...small, content: tall.content })).content).toEqual(tall.content)
    const made = await transcodeIn(page, { ...small, content: withPlace(tall.content) })
    expect(await sizeIn(page, made)).toEqual([750, 1024])
    expect(Buffer.from(made.content).includes('Exif')).toBe(false)
  })

  test('of another format becomes webp [MEDIAT-03]', async ({ page }) => {
    const header = Buffer.alloc(58)
    header.write('BM')
    for (const [value, offset] of [
      [58, 2],
      [54, 10],
      [40, 14],
      [1, 18],
      [1, 22],
      [0x180001, 26],
    ] as const)
      header.writeUInt32LE(value, offset)
    const made = await transcodeIn(page, { name: 'dot.bmp', content: [...header], kind: 'image' })
    expect([made.name, made.type]).toEqual(['dot.webp', 'image/webp'])
    expect(Buffer.from(made.content).toString('latin1', 8, 12)).toBe('WEBP')
  })

  for (const [name, content] of [
    ['picture.heic', [...Buffer.from('\0\0\0\x18ftypheic and more')]],
    ['picture.avif', [...Buffer.from('\0\0\0\x18ftypavif and more')]],
  ] as const)
    test(`${name} passes through unchanged [MEDIAT-04]`, async ({ page }) => {
      const made = await transcodeIn(page, { name, content, kind: 'image' })
      expect(made).toMatchObject({ name, content, fault: undefined })
    })

  test('with an animation passes through unchanged', async ({ page }) => {
    const content = fixture('moving.gif')
    const made = await transcodeIn(page, { name: 'moving.gif', content, kind: 'image' })
    expect(made).toMatchObject({ name: 'moving.gif', content, fault: undefined })
  })
})
