import { expect, it } from 'vitest'
import { checkFeedbackContact, checkFeedbackContent, feedbackDelay } from '#domain/forms/feedback-form.ts'

const empty = { key: 'errors.string.length', values: { count: 1 } }

it.each([
  ['', empty],
  ['  ', empty],
  ['a', undefined],
])('takes any contact but an empty one: %j [SET-05]', (contact, error) => {
  expect(checkFeedbackContact(contact)).toEqual(error)
})

it.each([
  ['', empty],
  [' \n', empty],
  ['a', undefined],
  ['好'.repeat(200), undefined],
  ['a'.repeat(201), { key: 'errors.string.max-length', values: { count: 200 } }],
])('takes contents of 1 to 200 characters: %j [SET-04]', (content, error) => {
  expect(checkFeedbackContent(content)).toEqual(error)
})

it('the thanks come after 400 ms [SET-08]', () => expect(feedbackDelay).toBe(400))
