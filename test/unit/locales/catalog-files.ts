import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { locales } from '#src/app/locales.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A catalog entry as its file writes it. */
export interface Entry {
  readonly id: string
  readonly text: string
}

const unquote = (lines: string): string =>
  [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part = '']) => part.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'))
    .join('')

/** Reads the entries of a PO text, without its header. */
export const readEntries = (po: string): readonly Entry[] =>
  po
    .split(/\n\s*\n/)
    .map((block) => /^msgid ((?:"[^\n]*"\n?)+)msgstr ((?:"[^\n]*"\n?)+)/m.exec(block))
    .filter((match) => match !== null)
    .map(([, id = '', text = '']) => ({ id: unquote(id), text: unquote(text) }))
    .filter(({ id }) => id !== '')

export const areasOf = (locale: string): readonly string[] =>
  readdirSync(join(root, 'locales', locale)).sort()

/** The areas that lingui.config.js names; it is a program without types, read as text. */
export const listedAreas = (): readonly string[] =>
  [...readFileSync(join(root, 'lingui.config.js'), 'utf8').matchAll(/^ {2}'([a-z-]+)',$/gm)].flatMap(
    ([, area]) => area ?? [],
  )

/** Every entry of a language, whatever its area. */
export const entriesOf = (locale: string): readonly Entry[] =>
  areasOf(locale).flatMap((file) => readEntries(readFileSync(join(root, 'locales', locale, file), 'utf8')))

export const allLocales = locales

export interface SourceFile {
  readonly name: string
  readonly code: string
}

/** The TypeScript files below a folder of the project. */
export const sourcesIn = (folder: string): readonly SourceFile[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ name: `${folder}/${name}`, code: readFileSync(join(root, folder, name), 'utf8') }))
