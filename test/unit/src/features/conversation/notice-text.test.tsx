import { expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import { NoticeText } from '#src/features/conversation/message/notice-text.tsx'
import { renderToMarkup } from './render-to-markup.tsx'

const noticeOf = (senderName: string, body: string): TimelineMessage => ({
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1, type: 'notice', body, sentAt: 0 },
  ...{ senderId: userId(2), senderName, senderAvatarUrl: '', isOwn: false },
  ...{ state: 'sent', canRetry: false, quote: undefined },
})
const draw = (senderName: string, body: string) =>
  renderToMarkup(<NoticeText message={noticeOf(senderName, body)} isReachable />)
const renamed = (Text: string) => JSON.stringify({ Kind: 'renamed', Text })
const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '').replaceAll(/[\u2068\u2069]/g, '')

it.each([
  ['Ada', 'Walks', true],
  ['\u2068Ada\u2069', 'Walks', true],
  ['Ada', '\u2068Walks\u2069 on Sundays', false],
])('a notice marks the name %j of its author and has all of "%s"', async (name, title, isSetOff) => {
  const markup = await draw(name, renamed(title))
  expect(wordsOf(markup)).toBe(`Ada named the group “${title.replaceAll(/[\u2068\u2069]/g, '')}”`)
  expect(markup.includes('<bdi>Ada</bdi>')).toBe(isSetOff)
})

it('a plain-text notice of another server stays unchanged', async () => {
  expect(await draw('Ada', 'Server says so')).toBe('Server says so')
})
