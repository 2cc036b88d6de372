import { describe, expect, it } from 'vitest'
import { checkTagName } from '#domain/tags/tag-rules.ts'
import { locales } from '#src/app/locales.ts'
import { loadSeedTexts } from '#src/demo/world/locale-texts.ts'
import { circleKeys, groupKeys, personKeys, tagKeys } from '#src/demo/world/persona-keys.ts'
import type { SeedTexts } from '#src/demo/world/seed-texts.ts'

/** The numbers of all lists whose length may differ. */
const measure = ({ threads, messageTemplates, slots }: SeedTexts) => ({
  threads: circleKeys.map((circle) => threads[circle].length),
  slots: Object.keys(slots).sort(),
  messageTemplates: Object.entries(messageTemplates).map(([name, list]) => [
    name,
    list.length > 4 ? 'many' : list.length,
  ]),
})

/** Longest remark of an application [FRIEND-21], and longest nickname. */
const [longestRemark, longestName] = [30, 20]

describe.each(locales)('the seedTexts in %s', (locale) => {
  it('has the same shape as the others, and 90 threads or more', async () => {
    const seedTexts = await loadSeedTexts(locale)
    expect(measure(seedTexts)).toEqual(measure(await loadSeedTexts('en-US')))
    const count = circleKeys.reduce((sum, circle) => sum + seedTexts.threads[circle].length, 0)
    expect(count).toBeGreaterThanOrEqual(90)
  })

  it('give every person a unique name within the limits [FRIEND-21]', async () => {
    const { people, groups, tags, messageTemplates } = await loadSeedTexts(locale)
    const names = personKeys.map((person) => people[person])
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => name.trim() === '' || [...name].length > longestName)).toEqual([])
    expect(groupKeys.filter((group) => groups[group].trim() === '')).toEqual([])
    const tagNames = tagKeys.map((tag) => tags[tag])
    expect(new Set(tagNames).size).toBe(tagNames.length)
    expect(tagNames.filter((name) => checkTagName(name) !== undefined)).toEqual([])
    expect(messageTemplates.applications.filter((text) => [...text].length > longestRemark)).toEqual([])
  })

  it('have no text twice in their threads', async () => {
    const { threads } = await loadSeedTexts(locale)
    const first = circleKeys.flatMap((circle) => threads[circle].map((thread) => thread.slice(0, 2).join()))
    expect(first.filter((opening, index) => first.indexOf(opening) !== index)).toEqual([])
  })

  it('use every slot they have texts for, with enough texts each', async () => {
    const { threads, slots } = await loadSeedTexts(locale)
    const text = JSON.stringify(threads)
    expect(
      Object.entries(slots).filter(([, words]) => words.length < 5 || new Set(words).size < words.length),
    ).toEqual([])
    expect(Object.keys(slots).filter((slot) => !text.includes(`{${slot}`))).toEqual([])
  })
})
