import { describe, expect, it } from 'vitest'
import { DayGroup } from '#src/features/conversation/message-list/day-group.tsx'
import { renderToMarkup } from '../render-to-markup.tsx'

const hour = 3_600_000
const viewpoint = { now: Date.UTC(2026, 10, 28, 18), zone: 'UTC', locale: 'en-US' }
const morning = Date.UTC(2026, 10, 26, 7, 54)

describe('the messages of one day', () => {
  it('have the date above them once, and after a pause only the time [VIEW-08] (DEC-190)', async () => {
    const group = {
      day: 0,
      at: morning,
      rows: [{ kind: 'time', key: 'noon', at: morning + 4 * hour }],
    } as const
    const markup = await renderToMarkup(
      <DayGroup {...{ group, viewpoint, hasSenders: false, tabStop: undefined }} onDay={() => undefined} />,
    )
    expect(markup.replaceAll(/<[^>]*>/g, ' ').trim()).toMatch(/^Thursday, November 26\s+11:54$/)
  })
})
