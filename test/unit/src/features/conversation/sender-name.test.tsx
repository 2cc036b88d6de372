import { expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, type UserId, userId } from '#schemas/ids.ts'
import { MessageArticle } from '#src/features/conversation/message/message-article.tsx'
import { createWritable } from '#streams/readable.ts'
import { renderToMarkup } from './render-to-markup.tsx'

const ada = userId(2)
const message: TimelineMessage = {
  ...{
    key: 's1',
    clientId: undefined,
    serverId: serverId(1),
    sequence: 1,
    type: 'txt',
    body: 'Hi',
    sentAt: 0,
  },
  ...{ senderId: ada, senderName: 'Ada', senderAvatarUrl: '', isOwn: false },
  ...{ state: 'sent', canRetry: false, quote: undefined },
}
const viewpoint = { now: 0, locale: 'en-US', zone: 'UTC' }
const nameIn = async (shown: TimelineMessage, names: ReadonlyMap<UserId, string>) =>
  /<bdi>(.*?)<\/bdi>/.exec(await markupOf(shown, names))?.[1]
const markupOf = (shown: TimelineMessage, names: ReadonlyMap<UserId, string> = new Map()) => {
  const article = (
    <MessageArticle message={shown} position="single" hasSenders isTabStop viewpoint={viewpoint} />
  )
  return renderToMarkup(article, 'full', {
    account: { memberNames: () => createWritable(names) },
    route: { path: '/messages/groups/$groupId', address: '/messages/groups/1' },
  })
}

it('a message shows the name that its sender has just changed to', async () => {
  expect(await nameIn(message, new Map())).toBe('Ada')
  expect(await nameIn(message, new Map([[ada, 'Captain']]))).toBe('Captain')
})

it('a message shows the own remark for its sender whatever their name in the group is', async () => {
  const remarked = { ...message, senderName: 'My Ada', senderPublicName: 'Ada' }
  expect(await nameIn(remarked, new Map([[ada, 'Captain']]))).toBe('My Ada')
})

it('a bubble shows the time of day alone, however old it is, and its label the date [MSG-30]', async () => {
  const markup = await markupOf({ ...message, sentAt: Date.UTC(2019, 4, 5, 6, 7) })
  const [, label, time] = /aria-label="Ada, (.*?)".*<time[^>]*>(.*?)<\/time>/.exec(markup) ?? []
  expect(label).toMatch(/^2019-05-05 \d\d:\d\d$/)
  expect(time).toMatch(/^\d\d:\d\d$/)
})

it('a message of only emoji has no bubble', async () => {
  expect(await markupOf({ ...message, body: '🐻' })).toContain('emoji')
  expect(await markupOf({ ...message, body: '🐻 ok' })).not.toContain('emoji')
})
