import { describe, expect, it } from 'vitest'
import { checkReportDescription, checkScreenshot } from '#domain/forms/report-form.ts'

describe('the description of a report', () => {
  it.each([
    ['', 'errors.string.min-length', 5],
    ['  four  ', 'errors.string.min-length', 5],
    ['x'.repeat(201), 'errors.string.max-length', 200],
  ])('%j is refused [REPORT-06]', (description, key, count) => {
    expect(checkReportDescription(description)).toEqual({ key, values: { count } })
  })

  it.each(['fives', ' fives ', 'x'.repeat(200)])('%j is taken [REPORT-06]', (description) => {
    expect(checkReportDescription(description)).toBeUndefined()
  })
})

describe('the screenshot of a report', () => {
  it.each([
    [{ type: 'image/png', size: 10_000_000 }, undefined],
    [{ type: 'image/png', size: 10_000_001 }, 'errors.file-size-limit'],
    [{ type: 'image/png', size: 0 }, 'errors.invalid-file'],
    [{ type: 'video/mp4', size: 1 }, 'errors.invalid-file'],
    [{ type: '', size: 1 }, 'errors.invalid-file'],
  ])('%o with a limit of 10 MB: %s [REPORT-03]', (file, key) => {
    expect(checkScreenshot(file, 10)?.key).toBe(key)
  })
})
