import { describe, expect, it } from 'vitest'
import { isUnplayable, nextRate, playbackFaultOf, readRate } from '#domain/media/playback.ts'
import { barCount, barHeights } from '#domain/media/waveform.ts'

describe('the waveform of a sound', () => {
  it.each([
    [0, 5],
    [1, 6],
    [7.4, 12],
    [25, 30],
    [60, 30],
  ])('of %d s are %d in a message [MSG-23]', (seconds, count) => {
    expect(barCount(seconds)).toBe(count)
  })

  it('are 8 in a preview and 40 in the viewer [MSG-24]', () => {
    expect([barCount(3, 'preview'), barCount(3, 'viewer'), barCount(60, 'preview')]).toEqual([8, 40, 8])
  })

  it('are from 3 to 24 px high, differ, and are the same everywhere [MSG-23]', () => {
    const names = Array.from({ length: 200 }, (_, index) => `${index}.mp3`)
    const all = names.map((name) => barHeights(name, 30))
    const heights = all.flat()
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(3)
    expect(Math.max(...heights)).toBeLessThanOrEqual(24)
    expect(Math.max(...heights)).toBeGreaterThan(18)
    expect(heights.every(Number.isInteger)).toBe(true)
    expect(new Set(all.map(String)).size).toBe(200)
    expect(barHeights('7.mp3', 30)).toEqual(all[7])
    expect(all.every((bars) => new Set(bars).size > 4)).toBe(true)
  })
})

describe('the fault of a player', () => {
  it.each([
    [1, 'aborted'],
    [2, 'network'],
    [3, 'decode'],
    [4, 'unsupported'],
    [undefined, 'network'],
  ])('of code %s is %s [MEDIA-14 MEDIA-15]', (code, fault) => {
    expect(playbackFaultOf(code === undefined ? undefined : { code })).toBe(fault)
  })

  it.each([
    ['broken data', 3, 'PIPELINE_ERROR_DECODE: video decoder', true],
    [
      'no video at all in Chromium',
      4,
      'DEMUXER_ERROR_COULD_NOT_OPEN: FFmpegDemuxer: open context failed',
      true,
    ],
    ['no video at all in Firefox', 4, 'NS_ERROR_DOM_MEDIA_METADATA_ERR (0x806e0006)', true],
    ['a file that is gone in Firefox', 4, '404: Not Found', false],
    ['a file that is gone in Chromium', 4, 'MEDIA_ELEMENT_ERROR: Format error', false],
    ['no network', 2, 'PIPELINE_ERROR_READ: FFmpegDemuxer: data source error', false],
  ])('for %s decides whether a video is not supported [MEDIA-17 MEDIA-18]', (_, code, message, expected) => {
    expect(isUnplayable({ code, message })).toBe(expected)
  })
})

describe('the playback rate', () => {
  it('cycles through 1, 1.5 and 2', () => {
    expect([nextRate(1), nextRate(1.5), nextRate(2)]).toEqual([1.5, 2, 1])
  })

  it.each([
    [1.5, 1.5],
    ['2', 1],
    [3, 1],
    [undefined, 1],
  ])('stored as %s is read as %s', (value, rate) => {
    expect(readRate(value)).toBe(rate)
  })
})
