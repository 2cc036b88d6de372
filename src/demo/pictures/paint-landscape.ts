import type { DrawnRandom } from '../world/seeded-random.ts'
import type { IndexedPicture } from './encode-png.ts'

type Colour = readonly [number, number, number]

/** Colours of the upper sky, the horizon, the sun, the far hills and the near hills. */
const moods: readonly (readonly [Colour, Colour, Colour, Colour, Colour])[] = [
  [
    [38, 70, 120],
    [246, 178, 130],
    [255, 226, 160],
    [96, 96, 140],
    [34, 52, 74],
  ],
  [
    [150, 200, 235],
    [236, 244, 240],
    [255, 250, 220],
    [126, 170, 150],
    [52, 96, 78],
  ],
  [
    [30, 28, 66],
    [120, 92, 150],
    [240, 236, 214],
    [70, 60, 110],
    [24, 24, 46],
  ],
  [
    [226, 132, 96],
    [252, 220, 176],
    [255, 246, 214],
    [176, 110, 100],
    [92, 58, 66],
  ],
]
/** The size of every landscape, px. */
export const landscapeSize = { width: 360, height: 240 }
const skySteps = 48
const hillSteps = 5

/** Paints a random landscape with sky, sun and rows of hills. The same draws give the same picture. */
export function paintLandscape(random: DrawnRandom): IndexedPicture {
  const [above, horizon, sun, far, near] = random.pick(moods)
  const palette = [...blend(above, horizon, skySteps), sun, ...blend(far, near, hillSteps)]
  const { width, height } = landscapeSize
  const pixels = new Uint8Array(width * height)
  paintSky(pixels)
  paintSun(pixels, random)
  for (let row = 0; row < hillSteps; row++) paintHills(pixels, row, random)
  return { width, height, palette, pixels }
}

const blend = (from: Colour, to: Colour, steps: number): readonly Colour[] =>
  Array.from({ length: steps }, (_, step): Colour => {
    const mix = (index: 0 | 1 | 2) =>
      Math.round(from[index] + ((to[index] - from[index]) * step) / (steps - 1))
    return [mix(0), mix(1), mix(2)]
  })

function paintSky(pixels: Uint8Array): void {
  const { width, height } = landscapeSize
  for (let y = 0; y < height; y++) {
    pixels.fill(
      Math.min(Math.floor((y / (height * 0.75)) * skySteps), skySteps - 1),
      y * width,
      (y + 1) * width,
    )
  }
}

function paintSun(pixels: Uint8Array, random: DrawnRandom): void {
  const { width, height } = landscapeSize
  const radius = random.integer(14, 30)
  const [centreX, centreY] = [random.integer(50, width - 50), random.integer(40, height / 2)]
  for (let y = centreY - radius; y <= centreY + radius; y++) {
    const half = Math.round(Math.sqrt(radius ** 2 - (y - centreY) ** 2))
    pixels.fill(skySteps, y * width + centreX - half, y * width + centreX + half)
  }
}

/** Paints one row of hills with an outline of two waves. Near rows are lower. */
function paintHills(pixels: Uint8Array, row: number, random: DrawnRandom): void {
  const { width, height } = landscapeSize
  const base = height * (0.55 + row * 0.09)
  const [long, short] = [random.integer(60, 120), random.integer(18, 40)]
  const shift = random.integer(0, 500)
  for (let x = 0; x < width; x++) {
    const outline = base + Math.sin((x + shift) / long) * 20 + Math.sin((x + shift * 2) / short) * 6
    for (let y = Math.max(0, Math.round(outline)); y < height; y++) pixels[y * width + x] = skySteps + 1 + row
  }
}
