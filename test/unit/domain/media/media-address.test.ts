import { describe, expect, it } from 'vitest'
import { playingTime } from '#domain/formats/duration.ts'
import { isStoredName, readMediaAddress, writeMediaAddress } from '#domain/media/media-address.ts'

const name = '0123456789abcdef0123456789abcdef01234567.png'
const path = `/files/messages/${name}`

describe('the address of a media message', () => {
  it('carries width and height in its query [MEDIA-33]', () => {
    expect(writeMediaAddress(path, { width: 640.4, height: 480 })).toBe(`${path}?w=640&h=480`)
    expect(readMediaAddress(`${path}?w=640&h=480`)).toEqual({ path, name, width: 640, height: 480 })
  })

  it('carries the duration that players show, without fractions', () => {
    for (const seconds of [1, 2.4, 2.9, 59.99])
      expect(playingTime(readMediaAddress(writeMediaAddress(path, { seconds }))?.seconds ?? 0)).toBe(
        playingTime(seconds),
      )
    expect(writeMediaAddress(path, { seconds: 0.3 })).toBe(`${path}?t=1`)
  })

  it('omits an unknown size', () => {
    expect(writeMediaAddress(path, { width: undefined, height: 480 })).toBe(path)
    expect(readMediaAddress(path)).toEqual({ path, name, width: undefined, height: undefined })
    expect(readMediaAddress(`${path}?w=0&h=0`)).toMatchObject({ width: undefined, height: undefined })
  })

  it.each([
    '',
    'hello',
    `https://elsewhere.example${path}`,
    `//elsewhere.example${path}`,
    ` ${path}`,
    `${path}#x`,
    `${path}?w=1&x=2`,
    `${path}?w=1000000000`,
    `${path}\n`,
    '/files/avatars/0123456789abcdef0123456789abcdef01234567.png',
    '/files/messages/../avatars/x.png',
    'javascript:alert(1)',
  ])('is never %j', (body) => {
    expect(readMediaAddress(body)).toBeUndefined()
  })

  it('ends in a name that cannot contain a path', () => {
    expect(isStoredName(name)).toBe(true)
    for (const odd of ['', 'x.png', `../${name}`, `${name}/`, name.replace('.png', '')])
      expect(isStoredName(odd)).toBe(false)
  })
})
