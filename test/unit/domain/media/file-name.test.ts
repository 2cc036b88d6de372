import { describe, expect, it } from 'vitest'
import { plainFileName } from '#domain/media/file-name.ts'

describe('the name of a sent file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['  März 日本 🎉.txt ', 'März 日本 🎉.txt'],
    ['/etc/passwd', 'passwd'],
    ['C:\\secret\\plan.doc', 'plan.doc'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['line\nbreak\u0000.txt', 'linebreak.txt'],
    ['a|b.pdf', 'a|b.pdf'],
    ['', 'file'],
    ['\u200f', 'file'],
  ])('turns %j into %j', (name, plain) => {
    expect(plainFileName(name)).toBe(plain)
  })

  it('keeps its extension when it is too long, and splits no character', () => {
    expect(plainFileName(`${'x'.repeat(400)}.tar`)).toBe(`${'x'.repeat(251)}.tar`)
    const cut = plainFileName(`x${'🎉'.repeat(200)}`)
    expect(cut.length).toBe(255)
    expect(plainFileName(`${'🎉'.repeat(200)}`).length).toBe(254)
    expect(cut.endsWith('🎉')).toBe(true)
  })
})
