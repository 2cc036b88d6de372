import { describe, expect, it } from 'vitest'
import { maxPictures } from '#domain/message/emoticons.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import { LongText, WholeText } from '#src/features/conversation/message/long-text.tsx'
import { renderToMarkup } from './render-to-markup.tsx'

const messageOf = (body: string): TimelineMessage => ({
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1, type: 'txt', body, sentAt: 0 },
  ...{ senderId: userId(2), senderName: 'Linh', senderAvatarUrl: '', isOwn: false },
  ...{ state: 'sent', canRetry: false, quote: undefined },
})
const folded = (body: string): Promise<string> =>
  renderToMarkup(<LongText message={messageOf(body)} meta={null} isReachable />)
const picturesIn = (markup: string): number => markup.split('role="img"').length - 1

describe('a long message in the document [MSG-27]', () => {
  it('renders only the first lines of 5,000 while it is folded', async () => {
    const markup = await folded(Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n'))
    expect(markup).toContain('line 18')
    expect(markup).not.toContain('line 19')
    expect(markup).toContain('Show more')
  })

  it('renders little more than the visible part of 20,000 characters without a space while it is folded', async () => {
    expect((await folded('x'.repeat(20_000))).match(/x{100,}/)?.[0]).toHaveLength(4000)
  })

  it('renders no link from a URL that was cut in the middle', async () => {
    const markup = await folded(`https://example.org/${'x'.repeat(5000)}`)
    expect(markup).toContain('https://example.org/x')
    expect(markup).not.toContain('href')
    expect(await folded(`https://example.org/a\n${'x\n'.repeat(5000)}`)).toContain('"https://example.org/a"')
  })

  it('renders at most 300 images of 5,000 emoticons, folded or unfolded [MSG-25]', async () => {
    const onLines = '[e01]\n'.repeat(3000)
    expect(picturesIn(await folded('[e01]'.repeat(4000)))).toBe(maxPictures)
    expect(picturesIn(await renderToMarkup(<WholeText body={'[e01]'.repeat(4000)} isReachable />))).toBe(
      maxPictures,
    )
    // Addresses between them make no difference.
    const between = '[e01] https://example.org '.repeat(400)
    expect(picturesIn(await renderToMarkup(<WholeText body={between} isReachable />))).toBe(maxPictures)
    expect(picturesIn(await folded(onLines))).toBe(19)
  })

  it('renders its first part when it is unfolded, then one more part per frame', async () => {
    const body = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n')
    const markup = await renderToMarkup(<WholeText body={body} isReachable />)
    expect(markup).toContain('line 199')
    expect(markup).not.toContain('line 200')
  })
})
