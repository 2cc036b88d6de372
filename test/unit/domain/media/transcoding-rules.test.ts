import { describe, expect, it } from 'vitest'
import { withExtension } from '#domain/media/file-name.ts'
import {
  commandLimit,
  ffmpegCommand,
  nextTranscoder,
  soundFormat,
  type TranscoderName,
  type TranscodingFault,
  temporaryName,
  videoBitrate,
  videoFrameRate,
  videoSize,
} from '#domain/media/transcoding-rules.ts'

describe('the size of a video', () => {
  it.each([
    [1920, 1080, 1280, 720],
    [3840, 2160, 1280, 720],
    [1080, 1920, 404, 720],
    [1998, 1080, 1332, 720],
    [1001, 1439, 500, 720],
    [1280, 720, 1280, 720],
    [640, 360, 640, 360],
    [641, 361, 640, 360],
    [2, 100_000, 2, 720],
    [1, 1, 2, 2],
  ])('is for %i × %i: %i × %i, even and never enlarged [MEDIAT-05]', (width, height, toWidth, toHeight) => {
    expect(videoSize({ width, height })).toEqual({ width: toWidth, height: toHeight })
  })

  it.each([
    [60, 30],
    [59.94, 30],
    [31, 30],
    [30.003, undefined],
    [29.97, undefined],
    [24, undefined],
    [1, undefined],
  ])('%d frames a second become %s [MEDIAT-05]', (rate, sent) => {
    expect(videoFrameRate(rate)).toBe(sent)
  })
})

describe('the bit rate of a video', () => {
  it.each([
    [20_000_000, 2_500_000],
    [1_000_000, 1_500_000],
    [50_000, 200_000],
    [0, 200_000],
  ])('is for one with %i a second %i', (rate, sent) => {
    expect(videoBitrate(rate)).toBe(sent)
  })
})

describe('the way to transcode a file', () => {
  const attempts: readonly [
    string,
    readonly { way: TranscoderName; fault: TranscodingFault }[],
    TranscoderName | undefined,
  ][] = [
    ['at first', [], 'webcodecs'],
    ['without the codecs', [{ way: 'webcodecs', fault: 'unsupported' }], 'ffmpeg'],
    ['after codecs that broke', [{ way: 'webcodecs', fault: 'failed' }], 'ffmpeg'],
    ['after codecs that were too slow', [{ way: 'webcodecs', fault: 'timed-out' }], undefined],
    [
      'after both',
      [
        { way: 'webcodecs', fault: 'unsupported' },
        { way: 'ffmpeg', fault: 'failed' },
      ],
      undefined,
    ],
  ]
  it.each(attempts)('%s', (_, ended, next) => {
    expect(nextTranscoder(ended)).toBe(next)
  })
})

describe('the arguments of ffmpeg', () => {
  const following = (command: readonly string[], option: string) => command[command.indexOf(option) + 1]

  it('makes mp3 of 44100 Hz, 2 channels and 192 kbit/s without a picture [MEDIAT-01]', () => {
    const command = ffmpegCommand('audio', '/input/a', 'a.mp3')
    expect(command).toContain('-vn')
    expect(['-ar', '-ac', '-b:a', '-f'].map((option) => following(command, option))).toEqual([
      '44100',
      '2',
      '192k',
      'mp3',
    ])
    expect(soundFormat).toMatchObject({ sampleRate: 44_100, channels: 2, bitrate: 192_000 })
  })

  it('makes mp4 of at most 720 lines and 30 frames a second [MEDIAT-05]', () => {
    const command = ffmpegCommand('video', '/input/a', 'a.mp4')
    expect(following(command, '-vf')).toBe('scale=-2:trunc(min(720\\,ih)/2)*2')
    expect(['-fpsmax', '-f'].map((option) => following(command, option))).toEqual(['30', 'mp4'])
  })

  it.each(['audio', 'video'] as const)('drop the location of %s', (kind) => {
    const command = ffmpegCommand(kind, 'in', 'out')
    expect(following(command, '-map_metadata')).toBe('-1')
    expect([command[1], command.at(-1)]).toEqual(['in', 'out'])
  })

  it('has a time limit of 30 s [MEDIAT-06]', () => {
    expect(commandLimit).toBe(30_000)
  })
})

describe('names', () => {
  it('have 8 random characters while a file is worked on [MEDIAT-07]', () => {
    const numbers = [0, 0.999, 0.5, 0.1, 0.2, 0.3, 0.4, 0.6]
    expect(temporaryName(() => numbers.shift() ?? 0)).toBe('a9sdhkov')
    expect(temporaryName(() => 0)).toMatch(/^[a-z0-9]{8}$/)
  })

  it.each([
    ['holiday.final.mov', 'mp4', 'holiday.final.mp4'],
    ['sound', 'mp3', 'sound.mp3'],
    ['.webm', 'mp3', 'media.mp3'],
  ])('%s gets the extension %s', (name, extension, sent) => {
    expect(withExtension(name, extension)).toBe(sent)
  })
})
