import { describe, expect, it } from 'vitest'
import { findBrowser, isCompatible } from '#src/features/entry/browser-support.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const chrome = (version: string) => `${windows} ${webkit} Chrome/${version} Safari/537.36`
const edge = (version: string) => `${chrome('140.0.0.0')} Edg/${version}`
const firefox = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64; rv:${version}) Gecko/20100101 Firefox/${version}`
const samsung = (version: string) =>
  `Mozilla/5.0 (Linux; Android 13; K) ${webkit} SamsungBrowser/${version} Chrome/111.0.5563.116 Mobile Safari/537.36`
const safari = (version: string) =>
  `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Safari/605.1.15`
const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 16_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`
const chromium = (version: string) =>
  `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Ubuntu Chromium/${version} Chrome/${version} Safari/537.36`

describe('isCompatible', () => {
  it.each([
    ['Chrome 111 [BOOT-18]', chrome('111.0.0.0'), true],
    ['Chrome 110 [BOOT-18]', chrome('110.0.5481.77'), false],
    ['Edge 111 [BOOT-18]', edge('111.0.1661.41'), true],
    ['Edge 110 [BOOT-18]', edge('110.0.1587.41'), false],
    ['Chromium 111 [BOOT-18]', chromium('111.0.5563.64'), true],
    ['Chromium 110 [BOOT-18]', chromium('110.0.5481.100'), false],
    ['Firefox 113 [BOOT-19]', firefox('113.0'), true],
    ['Firefox 112 [BOOT-19]', firefox('112.0'), false],
    ['Samsung Internet 22 [BOOT-20]', samsung('22.0'), true],
    ['Samsung Internet 21 [BOOT-20]', samsung('21.0'), false],
    ['Safari 16.4 [BOOT-21]', safari('16.4'), true],
    ['Safari 16.4.1 [BOOT-21]', safari('16.4.1'), true],
    ['Safari 16.3 [BOOT-21]', safari('16.3'), false],
    ['Safari 17.0 [BOOT-21]', safari('17.0'), true],
    ['Safari 16.4 on a phone [BOOT-21]', iphone('16.4'), true],
    ['Opera, whatever Chrome it holds [BOOT-22]', `${chrome('140.0.0.0')} OPR/120.0.0.0`, false],
    [
      'an embedded web view [BOOT-22]',
      `${windows} AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`,
      false,
    ],
    ['a text browser [BOOT-22]', 'Lynx/2.8.9', false],
    ['nothing [BOOT-22]', '', false],
  ])('%s', (_, userAgent, expected) => expect(isCompatible(userAgent)).toBe(expected))
})

it('names the browser and its version for the diagnostics', () => {
  expect(findBrowser(safari('16.4'))).toEqual({ name: 'Safari', version: 16.4 })
  expect(findBrowser(edge('111.0.1661.41'))).toEqual({ name: 'Edge', version: 111 })
  expect(findBrowser('curl/8')).toBeUndefined()
})
