import { expect, it } from 'vitest'
import { ignoreColorTransitions } from '#src/platform/ignore-color-transitions.ts'

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
  ignoreColorTransitions(document)
  let followed = 0
  document.addEventListener('transitionrun', () => {
    followed += 1
  })
  document.dispatchEvent(Object.assign(new Event('transitionrun'), { propertyName }))
  expect(followed).toBe(isFollowed ? 1 : 0)
})
