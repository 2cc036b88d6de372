import { describe, expect, it } from 'vitest'
import { saveWithFileCookie } from '#src/features/media/use-download.tsx'

/** An account whose file cookie is valid from this request on, and a file that exists for valid cookies. */
function environment(goodFrom: number, isThere = true) {
  const done: string[] = []
  const ensureFileCookie = async (isAnew = false) => {
    done.push(isAnew ? 'new pass' : 'pass')
    return true
  }
  const save = async () => {
    done.push('save')
    return isThere && done.filter((each) => each.endsWith('pass')).length >= goodFrom
  }
  return { done, media: { ensureFileCookie }, save }
}

describe('saving a file of a message', () => {
  it.each([
    ['asks for a pass first (DEC-114)', environment(1), true, ['pass', 'save']],
    ['asks anew for one that has run out', environment(2), true, ['pass', 'save', 'new pass', 'save']],
    ['gives up what is gone', environment(1, false), false, ['pass', 'save', 'new pass', 'save']],
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
