import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogModules, withoutInjectedStyles } from '../../scripts/build-plugins.ts'
import { emojiModules } from '../../scripts/emoji-modules.ts'
import { thirdPartyLicences } from '../../scripts/third-party-licences.ts'
import { createPng } from '../browser/support/png.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const fixture = (name: string) => readFileSync(`${root}/test/fixtures/media/${name}`)

/** Content types of message files by extension. Other files are missing. */
const files: Readonly<Record<string, () => { readonly type: string; readonly bytes: Buffer }>> = {
  mp3: () => ({ type: 'audio/mpeg', bytes: fixture('tone.mp3') }),
  mp4: () => ({ type: 'video/mp4', bytes: fixture('clip.mp4') }),
  webm: () => ({ type: 'video/webm', bytes: fixture('clip.webm') }),
  png: () => ({ type: 'image/png', bytes: createPng(64, 64) }),
  avi: () => ({ type: 'video/x-msvideo', bytes: Buffer.from('this is no video, whatever it is called') }),
}

const answerFile = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
  const [, ending] = /^\/files\/messages\/[0-9a-f]{40}\.(\w+)/.exec(request.url ?? '') ?? []
  if (ending === undefined) {
    next()
    return
  }
  const file = files[ending]?.()
  if (file === undefined) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'Content-Type': file.type, 'Content-Length': file.bytes.length }).end(file.bytes)
}

/** Replaces the server of message files. */
const messageFiles: Plugin = {
  name: 'message-files',
  configureServer: ({ middlewares }) => void middlewares.use(answerFile),
  configurePreviewServer: ({ middlewares }) => void middlewares.use(answerFile),
}

/** The real screens with a fixture client. Never part of the product's build. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  cacheDir: fileURLToPath(new URL('../../.cache/gallery', import.meta.url)),
  publicDir: fileURLToPath(new URL('../../public', import.meta.url)),
  plugins: [
    react(),
    lingui(),
    catalogModules(),
    emojiModules(),
    messageFiles,
    withoutInjectedStyles(),
    thirdPartyLicences(),
  ],
  build: {
    rolldownOptions: {
      // The shared chunk has modules that the app loads on demand.
      checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
      // One chunk for all that screens share: each file of a page costs the browser and the test about 5 ms.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
    },
    outDir: fileURLToPath(new URL('../../dist/gallery', import.meta.url)),
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 2000,
  },
  server: {
    port: 4390,
    strictPort: true,
    fs: { allow: [root] },
    hmr: false,
    watch: { ignored: ['**/.git/**'] },
  },
})
