import { describe, expect, it } from 'vitest'
import {
  type ActivePerson,
  activityWords,
  typingEndsAfter,
  typingRepeatedAfter,
} from '#domain/conversation/typing.ts'
import { userId } from '#schemas/ids.ts'

const person = (id: number, activity: ActivePerson['activity']): ActivePerson => ({
  userId: userId(id),
  name: `P${id}`,
  activity,
})

describe('the words about people who type', () => {
  it('name the one who began first and count the others', () => {
    const words = activityWords([person(1, 'typing'), person(2, 'typing'), person(3, 'recording')])
    expect(words).toEqual({ activity: 'typing', first: person(1, 'typing'), others: 2 })
    expect(activityWords([])).toBeUndefined()
  })

  it('name both of two people', () => {
    const [first, second] = [person(1, 'typing'), person(2, 'typing')]
    expect(activityWords([first, second])).toEqual({ activity: 'typing', first, second, others: 1 })
    expect(activityWords([first])).toEqual({ activity: 'typing', first, others: 0 })
  })

  it('say that people record only if all of them do', () => {
    expect(activityWords([person(1, 'recording'), person(2, 'recording')])?.activity).toBe('recording')
    expect(activityWords([person(1, 'recording'), person(2, 'typing')])?.activity).toBe('typing')
  })

  it('stay until the next frame of a person who goes on', () => {
    expect(typingEndsAfter).toBeGreaterThan(typingRepeatedAfter + 2_000)
  })
})
