import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { errorName } from '#domain/http/rejection.ts'
import { allLocales, areasOf, entriesOf, listedAreas, readEntries, sourcesIn } from './catalog-files.ts'
import { isKnownFromOutside } from './outside-keys.ts'

const reference = entriesOf('en-US')
const ids = new Set(reference.map(({ id }) => id))
const areas = new Set([...ids].map((id) => id.split('.')[0]))

/** Errors that only developers see [ERR-07]. */
const developerErrors = [
  'UNKNOWN_DOWNLOAD_URL',
  'BAD_DOWNLOAD_URL',
  'BAD_FORWARD_REQUEST',
  'INVALID_FILE',
  'INVALID_CAPTURE_TARGET',
  'FAILED_TO_CAPTURE_IMAGE',
]

/** Returns the placeholders of a compiled message, including those inside plural branches. */
const valuesIn = (part: unknown): readonly string[] => {
  if (!Array.isArray(part)) return []
  const [name, , branches] = part
  const inner = typeof branches === 'object' && branches !== null ? Object.values(branches) : []
  return [String(name), ...inner.flatMap((branch) => (Array.isArray(branch) ? branch.flatMap(valuesIn) : []))]
}
const placeholdersOf = (text: string): string => {
  const compiled = compileMessage(text)
  const names = Array.isArray(compiled) ? compiled.flatMap(valuesIn) : []
  return [...new Set(names)].sort().join()
}

describe('reading', () => {
  it('joins continued lines and unescapes', () => {
    const po = 'msgid ""\nmsgstr "Language: x\\n"\n\nmsgid "a.b"\nmsgstr ""\n"one \\"two\\" "\n"three"\n'
    expect(readEntries(po)).toEqual([{ id: 'a.b', text: 'one "two" three' }])
  })
})

it('is compiled as a whole: the build knows every area', () => {
  expect(
    listedAreas()
      .map((area) => `${area}.po`)
      .toSorted(),
  ).toEqual(areasOf('en-US'))
})

describe.each(allLocales)('the catalog of %s [I18N-01]', (locale) => {
  const entries = entriesOf(locale)

  it('has the areas and ids of en-US, each once', () => {
    expect(areasOf(locale)).toEqual(areasOf('en-US'))
    expect(entries.map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  it('leaves no text empty and compiles each', () => {
    expect(entries.filter(({ text }) => text.trim() === '')).toEqual([])
    for (const { text } of entries) expect(() => compileMessage(text)).not.toThrow()
  })

  it('contains no name of a developer error [ERR-07]', () => {
    const shown = entries.filter(({ id, text }) =>
      developerErrors.some((name) => id.includes(name) || text.includes(name)),
    )
    expect(shown).toEqual([])
  })

  it('fills in the same values as en-US', () => {
    const expected = new Map(reference.map(({ id, text }) => [id, placeholdersOf(text)]))
    const differing = entries.filter(({ id, text }) => placeholdersOf(text) !== expected.get(id))
    expect(differing.map(({ id }) => id)).toEqual([])
  })
})

const source = sourcesIn('src')
const core = ['domain', 'streams', 'machines', 'client'].flatMap(sourcesIn)
const literal = /(['"`])([a-z][\w-]*(?:\.[\w-]+)+)\1/g
const isId = (text: string): boolean => areas.has(text.split('.')[0])

/** Whole ids in quotes. */
const literalsIn = (code: string): readonly string[] =>
  [...code.matchAll(literal)].map(([, , text = '']) => text).filter(isId)
/** The constant beginnings of ids that are put together, such as `my.theme.${theme}`. */
const beginningsIn = (code: string): readonly string[] =>
  [...code.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)].map(([, text = '']) => text).filter(isId)

describe('ids', () => {
  it.each(developerErrors)(
    '%s is the name of an error in the client, and never the key of its text [ERR-07]',
    (name) => {
      const constants = Object.entries(errorName).flatMap(([constant, value]) =>
        value === name ? [constant] : [],
      )
      expect(constants).toHaveLength(1)
      const asKey = new RegExp(`(?:key: |text\\()errorName\\.${constants[0]}\\b`)
      expect([...source, ...core].filter(({ code }) => asKey.test(code)).map((file) => file.name)).toEqual([])
    },
  )

  it('that the source names all exist', () => {
    const used = [...source, ...core].flatMap(({ name, code }) =>
      [
        ...code.matchAll(
          /(?:\btext\(|\bkey: ?|Key: ?|label: ?|id: ?|textId=)\s*(['"])([\w-]+(?:\.[\w-]+)+)\1/g,
        ),
      ].map(([, , id = '']) => ({ name, id })),
    )
    expect(used.length).toBeGreaterThan(40)
    expect(used.filter(({ id }) => isId(id) && !ids.has(id))).toEqual([])
  })

  it('are all used, or come from outside', () => {
    const files = [...source, ...core]
    const used = new Set(files.flatMap(({ code }) => literalsIn(code)))
    const beginnings = files.flatMap(({ code }) => beginningsIn(code))
    const unused = [...ids].filter(
      (id) =>
        !used.has(id) && !isKnownFromOutside(id) && !beginnings.some((beginning) => id.startsWith(beginning)),
    )
    expect(unused).toEqual([])
  })
})
