import { expect, it } from 'vitest'
import { followNoColors } from '#src/platform/unfollowed-colors.ts'

it.each([
  ['background-color', false],
  ['color', false],
  ['border-top-color', false],
  ['filter', false],
  ['transform', true],
  ['opacity', true],
  ['inline-size', true],
])('a transition of %s is followed: %s', (propertyName, isFollowed) => {
  const document = new EventTarget()
  followNoColors(document)
  let followed = 0
  document.addEventListener('transitionrun', () => {
    followed += 1
  })
  document.dispatchEvent(Object.assign(new Event('transitionrun'), { propertyName }))
  expect(followed).toBe(isFollowed ? 1 : 0)
})
