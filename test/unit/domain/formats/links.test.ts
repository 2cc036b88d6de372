import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLinks } from '#domain/formats/links.ts'

const linksIn = (text: string) =>
  splitLinks(text).flatMap((part) => (part.kind === 'link' ? [[part.text, part.href]] : []))

describe('addresses in text', () => {
  const found: readonly [string, string, string][] = [
    ['https://example.com', 'https://example.com', 'https://example.com/'],
    ['see http://example.com/a?b=1#c now', 'http://example.com/a?b=1#c', 'http://example.com/a?b=1#c'],
    ['HTTPS://EXAMPLE.com/A', 'HTTPS://EXAMPLE.com/A', 'https://example.com/A'],
    ['www.example.com is it', 'www.example.com', 'https://www.example.com/'],
    ['Ends here: https://example.com/x.', 'https://example.com/x', 'https://example.com/x'],
    ['(https://example.com/x)', 'https://example.com/x', 'https://example.com/x'],
    ['https://example.com/a_(b)', 'https://example.com/a_(b)', 'https://example.com/a_(b)'],
    ['"https://example.com/q"', 'https://example.com/q', 'https://example.com/q'],
    ['看https://example.com/p谢谢', 'https://example.com/p', 'https://example.com/p'],
    ['看这里：https://example.com/p。好', 'https://example.com/p', 'https://example.com/p'],
    ['http://localhost:4310/x', 'http://localhost:4310/x', 'http://localhost:4310/x'],
    ['https://münchen.example', 'https://münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['<https://example.com>', 'https://example.com', 'https://example.com/'],
    ['https://example.com/\u202Egpj.exe', 'https://example.com/', 'https://example.com/'],
  ]
  it.each(found)('are found in %j', (text, shown, href) => {
    expect(linksIn(text)).toEqual([[shown, href]])
  })

  it.each([
    'plain words',
    'javascript:alert(1)',
    'data:text/html,<b>x</b>',
    'file:///etc/passwd',
    'https://',
    'http://:80',
    'https://example.com:99999',
    'www.',
    'awww.example.com',
    'me@www.example.com',
    '<a href="x">y</a>',
  ])('are not found in %j', (text) => {
    expect(linksIn(text)).toEqual([])
  })

  it('are found several times in one text, with the text between them', () => {
    expect(splitLinks('a https://x.example b www.y.example')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'link', text: 'https://x.example', href: 'https://x.example/' },
      { kind: 'text', text: ' b ' },
      { kind: 'link', text: 'www.y.example', href: 'https://www.y.example/' },
    ])
  })

  it('keep the text: the parts joined are the text, and every link is http or https', () => {
    const pieces = fc.constantFrom(
      'https://',
      'www.',
      'a.b',
      '/',
      ')',
      '(',
      '.',
      ' ',
      '界',
      '\u200f',
      '😀',
      ':',
      '@',
    )
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const parts = splitLinks(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        for (const part of parts) {
          if (part.kind === 'link') expect(part.href).toMatch(/^https?:\/\//)
        }
      }),
      { seed: 1, numRuns: 400 },
    )
  })

  it.each([
    ['closing brackets', (length: number) => `https://a${')'.repeat(length)}`],
    ['full stops', (length: number) => `https://a${'.'.repeat(length)}`],
    ['letters of an international name', (length: number) => `https://${'é'.repeat(length)}`],
    ['labels', (length: number) => `https://${'a.'.repeat(length / 2)}`],
    ['addresses', (length: number) => 'https://a '.repeat(length / 10)],
  ])('are found in time that grows no faster than the text, among %s', (_, textOf) => {
    // The CPU time of this process, ms: a busy machine makes no difference.
    const timeOf = (text: string) => {
      const times = Array.from({ length: 10 }, () => {
        const start = process.cpuUsage()
        splitLinks(text)
        return process.cpuUsage(start).user / 1000
      })
      return Math.min(...times)
    }
    timeOf(textOf(1_000))
    // Quadratic work would take a hundred times as long for ten times the text.
    expect(timeOf(textOf(20_000))).toBeLessThan(40 * Math.max(timeOf(textOf(2_000)), 0.05))
  })

  it('are looked for in 20,000 hostile characters without running out of time', () => {
    for (const piece of ['https://', 'www.a.', 'http://a.a-', '(((', 'https://a/)', 'https://a/((']) {
      const text = piece.repeat(20_000 / piece.length)
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }
  })
})
