import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '#server/store/migrate.ts'

it('the server knows every migration that exists', () => {
  const files = readdirSync(join(import.meta.dirname, '../../../../server/store/migrations'))
  const names = files.filter((name) => name.endsWith('.sql')).map((name) => `./migrations/${name}`)
  expect(Object.keys(migrations)).toEqual(names.sort())
})
