import { describe, expect, it } from 'vitest'
import { prepareSticker } from '#src/features/stickers/use-adding-stickers.tsx'
import { createPng } from '#test/browser/support/png.ts'
import { withLocation } from '#test/unit/placed-picture.ts'

const png = Uint8Array.from(createPng(4, 4))

describe('a file picked as a sticker', () => {
  it('loses its location metadata', async () => {
    const file = new File([withLocation(png)], 'cat.png', { type: 'image/png' })
    const outcome = await prepareSticker(file)
    if (!outcome.isOk || !(outcome.value.content instanceof Blob)) throw new Error('no sticker')
    expect(outcome.value).toMatchObject({ name: 'cat.png', type: 'image/png', size: png.length })
    expect(Buffer.from(await outcome.value.content.arrayBuffer())).toEqual(Buffer.from(png))
  })

  it('stays unchanged byte for byte without location metadata', async () => {
    const file = new File([png], 'cat.png', { type: 'image/png' })
    expect(await prepareSticker(file)).toMatchObject({ isOk: true, value: { content: file } })
  })

  it.each([
    ['words', new File(['words'], 'cat.png', { type: 'image/png' })],
    ['a picture above 300 KB', new File([png, new Uint8Array(307_201)], 'cat.png', { type: 'image/png' })],
  ])('is rejected when it is %s [STICK-02]', async (_, file) => {
    expect(await prepareSticker(file)).toMatchObject({ rejection: { key: 'stickers.format-error' } })
  })
})
