// npm run wire-version: stores the wire schemas of the version in package.json, with messages of a run of the contract
// suite, in test/contract/versions. The contract tests play later versions against it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, runTool } from './install.mjs'

ensureInstalled()
mkdirSync(join(root, 'test', 'contract', 'versions'), { recursive: true })
runTool('vitest/vitest.mjs', ['run', '--project', 'contract', 'test/contract/fetch.test.ts'], {
  env: { ...process.env, STORE_WIRE_VERSION: 'yes' },
})
