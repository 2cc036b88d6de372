import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import type { Page } from '@playwright/test'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { build } from 'vite'
import { AppFiles } from '#server/hosts/node/app-files.ts'
import type { TranscodingRequest, TranscodingResult } from '../transcoding-page/main.ts'
import { test as base } from './tidy-test.ts'

const below = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Added by the page's own script. */
declare function transcode(request: TranscodingRequest): Promise<TranscodingResult>

/** A page with only the transcoder, served with the product's headers. */
export const test = base.extend<object, { readonly transcodingPage: string }>({
  transcodingPage: [
    // Biome requires a pattern here even when no fixture is used.
    async ({ browserName: _ }, use) => {
      await build({ configFile: below('../transcoding-page/vite.config.ts'), logLevel: 'silent' })
      const files = new AppFiles(below('../../../dist/transcoding'))
      const peer = { address: '127.0.0.1', isLocal: true, host: 'localhost', isSecure: false }
      const server = serve({ port: 0, fetch: (request) => files.respond(request, peer) })
      await new Promise((resolve) => server.once('listening', resolve))
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      await use(`http://localhost:${port}`)
      server.close()
    },
    { scope: 'worker' },
  ],
})
export { expect } from '@playwright/test'

/** The bytes of a fixture. */
export const fixture = (name: string): readonly number[] => [
  ...readFileSync(below(`../fixtures/transcoding/${name}`)),
]

/** Transcodes a file in the page. `npm run verify` names a folder that stores the results. */
export async function transcodeIn(
  page: Page,
  request: Pick<TranscodingRequest, 'name' | 'kind'> & Partial<TranscodingRequest>,
): Promise<TranscodingResult> {
  const content = request.content ?? fixture(request.name)
  const made = await page.evaluate((request) => transcode(request), {
    ...{ type: '', content, isGivenUp: false },
    ...request,
  })
  const { KEPT_MEDIA: folder } = process.env
  if (folder !== undefined && made.fault === undefined)
    writeFileSync(join(folder, `${request.name}-as-${made.name}`), Uint8Array.from(made.content))
  return made
}

/** What a parser reads from a sound or a video. */
export async function readMedia({ content }: TranscodingResult) {
  const input = new Input({ source: new BufferSource(Uint8Array.from(content)), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const sound = await input.getPrimaryAudioTrack()
  const packets = await video?.computePacketStats()
  return {
    format: (await input.getFormat()).name,
    duration: Math.round(10 * (await input.computeDuration())) / 10,
    tags: Object.keys(await input.getMetadataTags()).filter((name) => name !== 'raw'),
    video: video && {
      codec: video.codec,
      size: [video.displayWidth, video.displayHeight],
      frames: Math.round(packets?.averagePacketRate ?? 0),
    },
    sound: sound && { codec: sound.codec, rate: sound.sampleRate, channels: sound.numberOfChannels },
  }
}
