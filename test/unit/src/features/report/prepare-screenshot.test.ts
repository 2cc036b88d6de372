import { describe, expect, it } from 'vitest'
import { prepareScreenshot } from '#src/features/report/report-screen.tsx'
import { createPng } from '#test/browser/support/png.ts'
import { withLocation } from '#test/unit/placed-picture.ts'

const png = Uint8Array.from(createPng(4, 4))
const taken = async (content: readonly BlobPart[], name: string, type: string) =>
  prepareScreenshot(new File([...content], name, { type }), 10)

describe('the screenshot of a report', () => {
  it.each([
    ['words called a picture', ['no pixels'], 'shot.png', 'image/png'],
    ['a drawing with scripts', ['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'shot.svg', 'image/svg+xml'],
  ])('is not %s: its bytes decide, not its name [REPORT-03]', async (_, content, name, type) => {
    expect(await taken(content, name, type)).toEqual({
      isOk: false,
      rejection: { key: 'conversation.report.screenshot-not-image' },
    })
  })

  it('is accepted by its bytes, not by its name [REPORT-03]', async () => {
    const file = new File([png], 'shot.txt', { type: 'text/plain' })
    expect(await prepareScreenshot(file, 10)).toEqual({ isOk: true, value: file })
  })

  it('loses its location metadata and keeps its name', async () => {
    const outcome = await taken([withLocation(png)], 'shot.png', 'image/png')
    if (!outcome.isOk) throw new Error(outcome.rejection.key)
    expect([outcome.value.name, outcome.value.type]).toEqual(['shot.png', 'image/png'])
    expect(Buffer.from(await outcome.value.arrayBuffer())).toEqual(Buffer.from(png))
  })

  it('is rejected when it cannot be read', async () => {
    class LostFile extends File {
      override arrayBuffer = () => Promise.reject(new Error('moved'))
    }
    const lost = new LostFile([png], 'shot.png', { type: 'image/png' })
    expect(await prepareScreenshot(lost, 10)).toEqual({
      isOk: false,
      rejection: { key: 'errors.invalid-file' },
    })
  })
})
