import { describe, expect, it } from 'vitest'
import { downloadOf } from '#domain/media/download.ts'
import type { MessageType } from '#schemas/message-types.ts'

const hex = 'a'.repeat(40)
const stored = `/files/messages/${hex}`
const naming = {
  kindName: (kind: string) => `A ${kind}`,
  at: Date.UTC(2026, 6, 5, 9, 4, 5),
  zone: 'Asia/Ho_Chi_Minh',
}

describe('the name a file is saved under', () => {
  it.each<[MessageType, string, string]>([
    ['pic', `${stored}.webp?w=3&h=2`, 'A picture 2026-07-05 16.04.webp'],
    ['video', `${stored}.mp4`, 'A video 2026-07-05 16.04.mp4'],
    ['audio', `${stored}.mp3|3`, 'A audio 2026-07-05 16.04.mp3'],
    ['emo', `${stored}.gif`, 'A sticker 2026-07-05 16.04.gif'],
    ['file', `${stored}.pdf|Minutes.pdf`, 'Minutes.pdf'],
    ['file', `${stored}.pdf`, 'A file 2026-07-05 16.04.pdf'],
  ])('names the %s %s as %s', (type, body, name) => {
    const found = downloadOf({ type, body, attachment: undefined }, naming)
    expect(found).toMatchObject({ isOk: true, value: { name } })
  })

  it('omits an unknown time', () => {
    const picture = { type: 'pic', body: `${stored}.png`, attachment: undefined } as const
    expect(downloadOf(picture, { ...naming, at: 0 })).toMatchObject({ value: { name: 'A picture.png' } })
  })
})
