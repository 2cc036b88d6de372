import { expect, it } from 'vitest'
import { decideEnter, type EnterFacts } from '#src/app/use-enter-choice.ts'

const phone: EnterFacts = {
  ...{ frame: 'compact', isEmbedded: false, isFixed: false, chosen: undefined, hasFinePointer: false },
}

it.each([
  ['breaks the line on a touchscreen', phone, false],
  ['sends where there is a keyboard', { ...phone, hasFinePointer: true }, true],
  ['sends if the user wants it', { ...phone, chosen: true }, true],
  ['breaks the line if the user wants it', { ...phone, chosen: false, hasFinePointer: true }, false],
  ['sends if a link has fixed it [SET-19]', { ...phone, chosen: false, isFixed: true }, true],
] as const)('Enter in compact frames %s', (_, facts, doesSend) => {
  expect(decideEnter(facts)).toEqual({ doesSend, hasChoice: true })
})

it.each([
  { ...phone, frame: 'full', chosen: false },
  { ...phone, frame: 'mini', isEmbedded: true, chosen: false },
] as const)('Enter always sends on desktops and embedded pages: %j', (facts) => {
  expect(decideEnter(facts)).toEqual({ doesSend: true, hasChoice: false })
})
