import { describe, expect, it } from 'vitest'
import {
  centredPlacement,
  croppedSquare,
  maxZoom,
  movePicture,
  turnPicture,
  zoomPicture,
} from '#domain/media/picture-crop.ts'

const wide = { width: 600, height: 400 }

describe('the crop of a picture', () => {
  it('is the largest centred square at first', () => {
    expect(croppedSquare(wide, centredPlacement)).toEqual({ left: 100, top: 0, side: 400 })
  })

  it('follows the picture: moved to the right, it shows more of its left side', () => {
    const moved = movePicture(wide, centredPlacement, 0.25, 0.25)
    expect(croppedSquare(wide, moved)).toEqual({ left: 0, top: 0, side: 400 })
  })

  it('never leaves the picture', () => {
    const zoomed = zoomPicture(wide, centredPlacement, 100)
    expect(zoomed.zoom).toBe(maxZoom)
    const far = movePicture(wide, zoomed, -100, -100)
    expect(croppedSquare(wide, far)).toEqual({ left: 500, top: 300, side: 100 })
    expect(croppedSquare(wide, zoomPicture(wide, far, 1))).toEqual({ left: 200, top: 0, side: 400 })
    expect(zoomPicture(wide, centredPlacement, 0.1).zoom).toBe(1)
  })

  it.each([
    [0, { left: 200, top: 100 }],
    [1, { left: 200, top: 200 }],
    [2, { left: 300, top: 200 }],
    [3, { left: 300, top: 100 }],
  ])('after %i quarter turns a move to the lower right is seen as one', (turns, corner) => {
    let placement = zoomPicture(wide, centredPlacement, 4)
    for (let turn = 0; turn < turns; turn += 1) placement = turnPicture(placement)
    const { left, top, side } = croppedSquare(wide, movePicture(wide, placement, 0.5, 0.5))
    expect({ left, top, side }).toEqual({ ...corner, side: 100 })
  })

  it('is unturned again after four quarters', () => {
    expect([1, 2, 3, 4].reduce(turnPicture, centredPlacement)).toEqual(centredPlacement)
  })
})
