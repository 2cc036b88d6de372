import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  croppedPixels,
  cropToAspect,
  isUnedited,
  mirrorPicture,
  type PictureEdit,
  shownSize,
  turnPicture,
  unedited,
} from '#domain/media/picture-crop.ts'

const wide = { width: 600, height: 400 }
const lowerRight: PictureEdit = { ...unedited, crop: { x: 50, y: 75, width: 50, height: 25 } }

const edits = fc
  .record({
    turns: fc.integer({ min: 0, max: 3 }),
    isMirrored: fc.boolean(),
    x: fc.integer({ min: 0, max: 99 }),
    y: fc.integer({ min: 0, max: 99 }),
    width: fc.integer({ min: 1, max: 100 }),
    height: fc.integer({ min: 1, max: 100 }),
  })
  .map(
    ({ turns, isMirrored, x, y, width, height }): PictureEdit => ({
      turns,
      isMirrored,
      crop: { x, y, width: Math.min(width, 100 - x), height: Math.min(height, 100 - y) },
    }),
  )

describe('the edit of a picture', () => {
  it('contains the whole picture at first and after a reset', () => {
    expect(isUnedited(unedited)).toBe(true)
    expect(croppedPixels(wide, unedited)).toEqual({ left: 0, top: 0, ...wide })
    expect(isUnedited(cropToAspect(wide, lowerRight, undefined))).toBe(true)
    expect([lowerRight, turnPicture(unedited, 1), mirrorPicture(unedited)].some(isUnedited)).toBe(false)
  })

  it('turns the crop with the picture', () => {
    expect(turnPicture(lowerRight, 1)).toEqual({
      ...{ turns: 1, isMirrored: false },
      crop: { x: 0, y: 50, width: 25, height: 50 },
    })
    expect(turnPicture(lowerRight, -1)).toEqual({
      ...{ turns: 3, isMirrored: false },
      crop: { x: 75, y: 0, width: 25, height: 50 },
    })
    expect(shownSize(wide, turnPicture(unedited, 1))).toEqual({ width: 400, height: 600 })
  })

  it('mirrors the crop with the picture', () => {
    expect(mirrorPicture(lowerRight).crop).toEqual({ x: 0, y: 75, width: 50, height: 25 })
  })

  it('turns a mirrored picture the other way below its mirror', () => {
    expect(turnPicture(mirrorPicture(unedited), 1).turns).toBe(3)
    expect(turnPicture(mirrorPicture(unedited), -1).turns).toBe(1)
  })

  it('is undone by the opposite turn, by four quarter turns and by a second mirror', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        expect(turnPicture(turnPicture(edit, 1), -1)).toEqual(edit)
        expect([1, 2, 3, 4].reduce((turned) => turnPicture(turned, 1), edit)).toEqual(edit)
        expect(mirrorPicture(mirrorPicture(edit))).toEqual(edit)
      }),
    )
  })

  it.each([
    [1, { left: 100, top: 0, width: 400, height: 400 }],
    [16 / 9, { left: 0, top: 31, width: 600, height: 338 }],
    [4 / 3, { left: 33, top: 0, width: 534, height: 400 }],
  ])('crops to the largest centred rectangle of the aspect ratio %d', (aspect, pixels) => {
    expect(croppedPixels(wide, cropToAspect(wide, unedited, aspect))).toEqual(pixels)
  })

  it('never crops beyond the picture, or to nothing', () => {
    const sides = fc.integer({ min: 1, max: 5000 })
    fc.assert(
      fc.property(edits, sides, sides, (edit, width, height) => {
        const shown = shownSize({ width, height }, edit)
        const cropped = croppedPixels({ width, height }, edit)
        expect(Math.min(cropped.left, cropped.top)).toBeGreaterThanOrEqual(0)
        expect(Math.min(cropped.width, cropped.height)).toBeGreaterThanOrEqual(1)
        expect(cropped.left + cropped.width).toBeLessThanOrEqual(shown.width)
        expect(cropped.top + cropped.height).toBeLessThanOrEqual(shown.height)
      }),
    )
  })
})
