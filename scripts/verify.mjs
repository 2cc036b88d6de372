// npm run verify: checks the product's output with external tools. A missing tool is named and its part skipped.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensureInstalled, runTool } from './install.mjs'

const isInstalled = (tool) => spawnSync(tool, ['-version'], { stdio: 'ignore' }).status === 0
const say = (line) => process.stdout.write(`${line}\n`)

/** The properties that ffprobe reads from a file. */
const probe = (file) => {
  const wanted = ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', file]
  const { streams, format } = JSON.parse(execFileSync('ffprobe', wanted, { encoding: 'utf8' }))
  const stream = (type) => streams.find(({ codec_type }) => codec_type === type)
  return { sound: stream('audio'), video: stream('video'), tags: Object.keys(format.tags ?? {}) }
}

const framesOf = ({ avg_frame_rate }) => {
  const [frames, seconds] = avg_frame_rate.split('/').map(Number)
  return frames / seconds
}
const tellsOrigin = ({ tags }) => tags.some((tag) => /location|title|artist|comment/i.test(tag))

/** Each promise, with a check. */
const promisesOfSound = ({ sound, video }) => ({
  mp3: sound?.codec_name === 'mp3',
  '44100 Hz': sound?.sample_rate === '44100',
  stereo: sound?.channels === 2,
  '192 kbit/s': Math.abs(Number(sound?.bit_rate) / 192_000 - 1) < 0.03,
  'no picture': video === undefined,
})
const promisesOfVideo = ({ sound, video }) => ({
  'H.264': video?.codec_name === 'h264',
  AAC: sound?.codec_name === 'aac',
  'at most 720 lines': video?.height <= 720,
  'even sizes': video?.width % 2 === 0 && video?.height % 2 === 0,
  'at most 30 frames a second': framesOf(video) < 30.1,
})

/** Checks one file. Returns whether all promises hold. */
const isAsPromised = (folder, name) => {
  const found = probe(join(folder, name))
  const promises = {
    ...(name.endsWith('.mp3') ? promisesOfSound(found) : promisesOfVideo(found)),
    'says nothing of where it was made': !tellsOrigin(found),
  }
  const broken = Object.keys(promises).filter((promise) => !promises[promise])
  say(
    `${broken.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${(broken.length ? broken : Object.keys(promises)).join(', ')}`,
  )
  return broken.length === 0
}

/** Transcodes in a browser and checks the results with ffprobe [MEDIAT-01 MEDIAT-05]. */
const verifyMedia = () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-chat-media-'))
  try {
    const env = { ...process.env, CHROMIUM_PATH: findChromium(), KEPT_MEDIA: folder }
    runTool('@playwright/test/cli.js', ['test', 'test/browser/transcoding.spec.ts'], { env })
    const names = readdirSync(folder).filter((name) => /\.mp[34]$/.test(name))
    const isRight = names.map((name) => isAsPromised(folder, name))
    if (names.length === 0 || isRight.includes(false)) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}

ensureInstalled()
if (isInstalled('ffprobe')) verifyMedia()
else say('Left out: what the transcoder makes, because ffprobe is not installed (package "ffmpeg").')
