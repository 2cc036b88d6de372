import { avatarHue } from '#domain/formats/person-hues.ts'
import { createSeededRandom } from '../world/seeded-random.ts'

const skinColors = ['#f6d3b8', '#eab994', '#d79a6c', '#b5764a', '#8a5534', '#5f3a24'] as const
const grayHair = '#b8b0a8'
const hairColors = ['#2b1d14', '#5a3a22', '#8c5a2b', '#c98f3f', grayHair, '#3c2f4f', '#a3442c'] as const

/** Hair behind the head and on it. */
type HairStyle = readonly [behind: string, above: string]
const shortHair: HairStyle = ['', 'M30 47c0-17 9-26 20-26s20 9 20 26c-4-8-10-12-20-12s-16 4-20 12z']
const hairStyles: readonly HairStyle[] = [
  shortHair,
  [
    'M27 50c0-21 10-31 23-31s23 10 23 31v28H27z',
    'M31 46c2-14 9-20 19-20s17 6 19 20c-8-2-14-6-19-12-5 7-11 11-19 12z',
  ],
  [
    'M28 48c0-20 9-29 22-29s22 9 22 29c0 8-2 13-4 17H32c-2-4-4-9-4-17z',
    'M31 47c0-16 8-22 19-22s19 6 19 22c-6-5-8-9-8-13-8 5-18 6-24 5-2 2-4 5-6 8z',
  ],
  [
    'M50 8a11 11 0 0 1 9 17H41a11 11 0 0 1 9-17z',
    'M31 45c0-15 8-22 19-22s19 7 19 22c-5-6-11-9-19-9s-14 3-19 9z',
  ],
  [
    'M25 46a14 14 0 0 1 6-18 14 14 0 0 1 19-9 14 14 0 0 1 19 9 14 14 0 0 1 6 18 10 10 0 0 1-5 16H30a10 10 0 0 1-5-16z',
    'M32 43c3-9 9-13 18-13s15 4 18 13c-5-3-11-5-18-5s-13 2-18 5z',
  ],
]
const mouths = ['M43 62q7 7 14 0', 'M44 63q6 4 12 0', 'M42 61q8 10 16 0z'] as const

/** Returns the address of a person's picture in the demo. */
export const portraitAddress = (accountId: number): string => `/portrait-${accountId}.svg`

/** What a person's part in the world says about the hair. */
export interface PortraitHair {
  readonly isShort?: boolean
  readonly isGray?: boolean
}

/** Draws the picture of a person: head and shoulders on the person's hue. The same id gives the same picture. */
export function drawPortrait(
  accountId: number,
  { isShort = false, isGray = false }: PortraitHair = {},
): string {
  const random = createSeededRandom(accountId, 'portrait')
  const hue = avatarHue(accountId)
  const [skin, drawnHair] = [random.pick(skinColors), random.pick(hairColors)]
  const drawnStyle = random.pick(hairStyles)
  const hair = isGray ? grayHair : drawnHair
  const [behind, above] = isShort ? shortHair : drawnStyle
  const shirt = `hsl(${(hue + random.integer(120, 240)) % 360} 42% 46%)`
  const glasses = random.chance(0.25)
    ? '<g fill="none" stroke="#333" stroke-width="1.6"><circle cx="42" cy="52" r="6"/><circle cx="58" cy="52" r="6"/><path d="M48 52h4"/></g>'
    : ''
  const mouth = random.pick(mouths)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="200" height="200">',
    `<rect width="100" height="100" fill="hsl(${hue} 48% 72%)"/>`,
    `<circle cx="${random.integer(10, 90)}" cy="18" r="${random.integer(26, 42)}" fill="hsl(${hue} 52% 79%)"/>`,
    `<path d="${behind}" fill="${hair}"/>`,
    `<path d="M14 100c1-20 14-27 36-27s35 7 36 27z" fill="${shirt}"/>`,
    `<path d="M42 64h16v12c0 5-4 8-8 8s-8-3-8-8z" fill="${skin}"/>`,
    '<path d="M42 70q8 6 16 0v4q-8 6-16 0z" fill="#000" opacity=".12"/>',
    `<ellipse cx="50" cy="50" rx="19" ry="22" fill="${skin}"/>`,
    `<path d="${above}" fill="${hair}"/>`,
    '<g fill="#2a2320"><circle cx="42" cy="52" r="2.2"/><circle cx="58" cy="52" r="2.2"/></g>',
    `${glasses}<path d="${mouth}" fill="${mouth.endsWith('z') ? '#fff' : 'none'}" stroke="#7a3b2e" stroke-width="2" stroke-linecap="round"/>`,
    '</svg>',
  ].join('')
}
