// Checks from the lock file that every package has a licence compatible with ours. Needs no network.
import { readFileSync } from 'node:fs'

const allowed = new Set([
  ...[
    'Apache-2.0',
    'MIT',
    'MIT-0',
    'ISC',
    'BSD-2-Clause',
    'BSD-3-Clause',
    '0BSD',
    'BlueOak-1.0.0',
    'Unlicense',
    'CC0-1.0',
  ],
  ...['Python-2.0', 'CC-BY-4.0', 'Zlib', 'WTFPL', 'PostgreSQL'],
  // Used unchanged, as separate files.
  ...['MPL-2.0', 'LGPL-2.1-or-later', 'GPL-2.0-or-later'],
  // The layout library of the inspector, which no build contains (ADR 0011).
  'EPL-2.0',
])
/** Packages that declare no licence; their files have one. */
const declaredElsewhere = new Set(['node_modules/cli-table', 'node_modules/parse-cache-control'])
const isAllowed = (licence) =>
  licence
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
// The builds of one tool for other platforms have the licence of the tool.
const wrong = Object.entries(packages).filter(
  ([path, { license, optional }]) =>
    path !== '' &&
    !(license === undefined && optional) &&
    !declaredElsewhere.has(path) &&
    !isAllowed(license ?? ''),
)
for (const [path, { license }] of wrong) process.stderr.write(`${path}: ${license ?? 'no licence'}\n`)
process.exitCode = wrong.length > 0 ? 1 : 0
