import { describe, expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import { copyText } from '#src/features/conversation/selection/selection.tsx'

const noon = new Date(2026, 2, 4, 12, 0).getTime()
const viewpoint = { now: noon + 60_000, locale: 'en-US' }
const text = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  key === 'conversation.message-label' ? `${values.sender}, ${values.time}` : key

const message = (changes: Partial<TimelineMessage>): TimelineMessage => ({
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1 },
  ...{ senderId: userId(2), senderName: 'Ben', senderAvatarUrl: '', isOwn: false },
  ...{ type: 'txt', body: 'hello\nthere', sentAt: noon, state: 'read', canRetry: false, quote: undefined },
  ...changes,
})

describe('copying messages', () => {
  it('copies only the text of a single message', () => {
    expect(copyText([message({})], viewpoint, text)).toBe('hello\nthere')
  })

  it('puts each of several messages below its sender and time', () => {
    const messages = [message({}), message({ senderName: 'Ada', body: 'yes', sentAt: noon + 60_000 })]
    expect(copyText(messages, viewpoint, text)).toBe('Ben, 12:00\nhello\nthere\n\nAda, 12:01\nyes')
  })

  it('names the type of a message without text', () => {
    const messages = [message({}), message({ type: 'pic', body: '/files/messages/1.png' })]
    expect(copyText(messages, viewpoint, text)).toContain('Ben, 12:00\nmessages.preview.pic')
  })
})
