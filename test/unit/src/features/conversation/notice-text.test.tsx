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
  ['Ada', 'Walks'],
  ['\u2068Ada\u2069', 'Walks'],
  ['Ada', '\u2068Walks\u2069 on Sundays'],
  ['Ada', '\u2068\uE000Eve\u2069'],
])('a notice marks only the name %j of its author and has all of "%s"', async (name, title) => {
  const markup = await draw(name, renamed(title))
  expect(wordsOf(markup)).toBe(`Ada named the group “${title.replaceAll(/[\u2068\u2069]/g, '')}”`)
  expect(markup.match(/<bdi>.*?<\/bdi>/g)).toEqual(['<bdi>Ada</bdi>'])
})

const namesIn = (markup: string) =>
  [...markup.matchAll(/(?:<a [^>]*href="([^"]*)"[^>]*>)?<bdi>(.*?)<\/bdi>/g)].map(([, href, name]) => [
    name,
    href,
  ])
const inGroup = (body: object) =>
  renderToMarkup(<NoticeText message={noticeOf('Ada', JSON.stringify(body))} isReachable />, 'full', {
    route: { path: '/messages/groups/$groupId', address: '/messages/groups/1' },
  })
const personPath = (id: number) => `/messages/groups/1/users/${id}?source=avatar&amp;groupId=1`

it('every person in a notice is a link to that person, as the group allows it [FRIEND-23]', async () => {
  const markup = await inGroup({ Kind: 'added', Names: ['Ben', 'Cleo'], UserIDs: [8, 9], Count: 3 })
  expect(wordsOf(markup)).toBe('Ada added Ben, Cleo and 1 more')
  expect(namesIn(markup)).toEqual([
    ['Ada', personPath(2)],
    ['Ben', personPath(8)],
    ['Cleo', personPath(9)],
  ])
})

it('a person whom the server names without an id is no link', async () => {
  const markup = await inGroup({ Kind: 'removed', Names: ['Ben'] })
  expect(namesIn(markup)).toEqual([
    ['Ada', personPath(2)],
    ['Ben', undefined],
  ])
})

it.each([
  { Kind: 'archived', Names: ['Ben'], Seconds: 3 },
  { Kind: 'vanish', Seconds: 'never' },
  { Kind: 'added', Names: 'Ben' },
])('a notice %j that only a newer version knows is a sentence', async (body) => {
  expect(await draw('Ada', JSON.stringify(body))).toBe('This notice needs a newer version of the app.')
})

it('a plain-text notice of another server stays unchanged', async () => {
  for (const words of ['Server says so', '“Kind”: yes', '{"kind":"low"}', '7', 'null'])
    expect(await draw('Ada', words)).toBe(words.replaceAll('"', '&quot;'))
})
