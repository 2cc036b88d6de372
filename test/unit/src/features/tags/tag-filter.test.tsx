import { describe, expect, it } from 'vitest'
import { TagFilterBar } from '#src/features/tags/tag-filter.tsx'
import { renderToMarkup } from '#test/unit/src/features/conversation/render-to-markup.tsx'

const filter = { tags: [], isAwaited: false, selected: undefined, select: () => undefined }

describe('the filter by tag', () => {
  it('takes no place without tags', async () => {
    expect(await renderToMarkup(<TagFilterBar filter={filter} />)).not.toContain('<ul')
  })

  it('keeps its place while the tags load', async () => {
    const markup = await renderToMarkup(<TagFilterBar filter={{ ...filter, isAwaited: true }} />)
    expect(markup).toContain('<ul')
    expect(markup).toContain('All')
  })
})
