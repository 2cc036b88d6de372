import { describe, expect, it } from 'vitest'
import { checkReportDescription, checkScreenshot } from '#domain/forms/report-fields.ts'

describe('the description of a report', () => {
  it.each([
    ['', 'errors.string.min-length', 5],
    ['  four  ', 'errors.string.min-length', 5],
    ['x'.repeat(201), 'errors.string.max-length', 200],
  ])('%j is rejected [REPORT-06]', (description, key, count) => {
    expect(checkReportDescription(description)).toEqual({ key, values: { count } })
  })

  it.each(['fives', ' fives ', 'x'.repeat(200)])('%j is taken [REPORT-06]', (description) => {
    expect(checkReportDescription(description)).toBeUndefined()
  })
})

describe('the screenshot of a report', () => {
  it.each([
    [{ kind: 'image', size: 10_000_000 }, undefined],
    [{ kind: 'image', size: 10_000_001 }, 'errors.file-size-limit'],
    [{ kind: 'image', size: 0 }, 'errors.invalid-file'],
    [{ kind: 'video', size: 1 }, 'conversation.report.screenshot-not-image'],
    [{ kind: 'file', size: 1 }, 'conversation.report.screenshot-not-image'],
  ] as const)('%o with a limit of 10 MB: %s [REPORT-03]', (file, key) => {
    expect(checkScreenshot(file, 10)?.key).toBe(key)
  })
})
