import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { replacedWords } from './replaced-words.ts'

const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css'], { encoding: 'utf8' })
  .split('\n')
  // The demo's texts may contain any word, and the list itself contains them.
  .filter((file) => file !== '' && !file.includes('/texts/') && !file.startsWith('test/unit/docs/'))

/** Code as words: identifiers split at capitals, names at hyphens and underscores. */
const wordsOf = (code: string): string =>
  code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()

it('The code contains no word that the glossary replaces', () => {
  const pattern = new RegExp(`\\b(${replacedWords.join('|')})\\b`, 'g')
  const hits = files.flatMap((file) => {
    const text = wordsOf(`${file}\n${readFileSync(file, 'utf8')}`)
    return [...new Set(text.match(pattern))].map((word) => `${file}: ${word}`)
  })
  expect(hits).toEqual([])
})
