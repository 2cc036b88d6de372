import { describe, expect, it } from 'vitest'
import { saveWithFileCookie } from '#src/features/media/use-download.tsx'

/** An account whose file cookie is valid from this request on, and a file that exists for valid cookies. */
function environment(goodFrom: number, isThere = true) {
  const done: string[] = []
  const ensureFileCookie = async (isForced = false) => {
    done.push(isForced ? 'new cookie' : 'cookie')
    return true
  }
  const save = async () => {
    done.push('save')
    return isThere && done.filter((each) => each.endsWith('cookie')).length >= goodFrom
  }
  return { done, media: { ensureFileCookie }, save }
}

describe('saving a file of a message', () => {
  it.each([
    ['requests a cookie first (DEC-114)', environment(1), true, ['cookie', 'save']],
    [
      'requests a new cookie after the old one expired',
      environment(2),
      true,
      ['cookie', 'save', 'new cookie', 'save'],
    ],
    [
      'fails for a file that was removed',
      environment(1, false),
      false,
      ['cookie', 'save', 'new cookie', 'save'],
    ],
  ])('%s', async (_, { media, save, done }, isSaved, expected) => {
    expect(await saveWithFileCookie(media, save)).toBe(isSaved)
    expect(done).toEqual(expected)
  })

  it('saves nothing without file access', async () => {
    const { save, done } = environment(1)
    expect(await saveWithFileCookie({ ensureFileCookie: async () => false }, save)).toBe(false)
    expect(done).toEqual([])
  })
})
