import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { sourcesIn } from './catalog-files.ts'

/** Attributes that people read or hear. */
const spoken = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'description',
])
const hasLetters = (value: unknown): boolean => typeof value === 'string' && /\p{L}/u.test(value)

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const childrenOf = (node: Node): readonly Node[] => Object.values(node).flat().filter(isNode)

const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '')
const literalOf = (value: unknown): unknown =>
  isNode(value) && value.type === 'Literal' ? value.value : undefined

const isBare = (node: Node): boolean => {
  if (node.type === 'JSXText') return hasLetters(node.value)
  if (node.type === 'JSXAttribute') return spoken.has(nameOf(node.name)) && hasLetters(literalOf(node.value))
  return false
}

const bareTextsIn = (node: Node): readonly string[] => [
  ...(isBare(node) ? [JSON.stringify(node.value)] : []),
  ...childrenOf(node).flatMap(bareTextsIn),
]

// The parser's own node types are a union of some two hundred; a walk needs only that each has a type.
const bareTexts = (code: string) => bareTextsIn(parseAst(code, { lang: 'tsx' }) as unknown as Node)

it('sees bare text and bare names', () => {
  expect(bareTexts('const a = <p title="Hello">words {text("x.y")}</p>')).toHaveLength(2)
  expect(bareTexts('const a = <p title={text("x.y")}>{text("x.y")} · 1</p>')).toEqual([])
})

it('finds no words in components: they come from the catalogs [I18N-01]', () => {
  const found = sourcesIn('src')
    .filter(({ name }) => name.endsWith('.tsx'))
    .flatMap(({ name, code }) => bareTexts(code).map((words) => `${name}: ${words}`))
  expect(found).toEqual([])
})
