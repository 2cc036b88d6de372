import { describe, expect, it } from 'vitest'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { acceptPicked, moveItem } from '#domain/media/picked-files.ts'

const many = (kind: AttachmentKind, count: number) => Array.from({ length: count }, () => kind)
const taken = ({ isTaken }: { readonly isTaken: readonly boolean[] }) => isTaken.filter(Boolean).length

describe('a pick of files', () => {
  it.each([
    ['image', 9],
    ['video', 2],
    ['file', 1],
    ['audio', 1],
  ] as const)('accepts of kind %s at most %i, and rejects one more [MEDIA-21 MEDIA-22]', (kind, most) => {
    expect(acceptPicked([], many(kind, most))).toEqual({
      isTaken: many(kind, most).map(() => true),
      rejections: [],
    })
    const over = acceptPicked([], many(kind, most + 1))
    expect(taken(over)).toBe(most)
    expect(over.rejections).toEqual([
      {
        name: 'error.multi-file-over-limit',
        key: 'errors.multi-file-select-limit',
        values: { kind, count: most },
      },
    ])
  })

  it('counts each kind separately, with earlier picks', () => {
    expect(taken(acceptPicked([], [...many('image', 9), 'video', 'video', 'audio', 'file']))).toBe(13)
    const { isTaken, rejections } = acceptPicked(many('image', 8), ['image', 'file', 'image', 'audio'])
    expect(isTaken).toEqual([true, true, false, true])
    expect(rejections).toHaveLength(1)
  })

  it('names each kind of which there were too many once', () => {
    const { rejections } = acceptPicked(['file'], ['file', 'file', 'audio', 'audio'])
    expect(rejections.map(({ values }) => values)).toEqual([
      { kind: 'file', count: 1 },
      { kind: 'audio', count: 1 },
    ])
  })
})

describe('the order of picked files', () => {
  it.each([
    [0, 1, 'bac'],
    [2, -1, 'acb'],
    [0, 2, 'bca'],
    [0, -1, 'abc'],
    [2, 1, 'abc'],
    [-1, 1, 'abc'],
  ])('after moving the one at %i by %i is %s', (index, by, order) => {
    expect(moveItem(['a', 'b', 'c'], index, by).join('')).toBe(order)
  })
})
