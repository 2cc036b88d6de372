import { describe, expect, it } from 'vitest'
import { checkFriendRemark, remarkChangeOf } from '#domain/forms/remark-form.ts'

describe('a remark for a friend', () => {
  it('is trimmed and has at most 50 characters [FRIEND-35]', () => {
    expect(checkFriendRemark(` ${'x'.repeat(50)} `)).toBeUndefined()
    expect(checkFriendRemark('x'.repeat(51))).toEqual({
      key: 'errors.string.max-length',
      values: { count: 50 },
    })
    expect(remarkChangeOf(' Benny ', { remark: '', nickname: 'Ben' })).toEqual({
      kind: 'saved',
      remark: 'Benny',
    })
  })

  it.each(['', '  ', 'Ben', ' Ben '])('is reset by "%s", where the nickname is Ben [FRIEND-36]', (typed) => {
    expect(remarkChangeOf(typed, { remark: 'Benny', nickname: 'Ben' })).toEqual({ kind: 'reset', remark: '' })
  })

  it.each([
    ['Benny', 'Benny'],
    [' Benny ', 'Benny'],
    ['', ''],
    ['Ben', ''],
  ])('changes nothing when "%s" is saved over "%s" [FRIEND-37]', (typed, remark) => {
    expect(remarkChangeOf(typed, { remark, nickname: 'Ben' })).toEqual({ kind: 'unchanged' })
  })
})
