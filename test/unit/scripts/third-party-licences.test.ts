import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readThirdPartyLicences } from '../../../scripts/third-party-licences.ts'

it('the licences name every dependency of the product with its text, and none for development', () => {
  const { packages, texts } = readThirdPartyLicences()
  const { dependencies } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { readonly dependencies: Readonly<Record<string, string>> }
  const names = packages.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)))
  expect(names).not.toContain('vitest')
  const react = packages.find(({ name }) => name === 'react')
  expect(react?.licence).toBe('MIT')
  expect(texts[react?.text ?? -1]).toContain('MIT License')
  expect(new Set(texts).size).toBe(texts.length)
  expect(packages.filter(({ licence, text }) => licence === '' && text === undefined)).toEqual([])
})
