import { describe, expect, it } from 'vitest'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import { PictureMessage } from '#src/features/conversation/attachments/picture-message.tsx'
import { StickerMessage } from '#src/features/conversation/message/message-bubble.tsx'
import { VideoMessage } from '#src/features/conversation/playback/video-message.tsx'
import { renderToMarkup } from '../render-to-markup.tsx'

const elsewhere: TimelineMessage = {
  ...{ key: 's1', clientId: undefined, serverId: serverId(1), sequence: 1 },
  ...{ senderId: userId(2), senderName: 'Ben', senderAvatarUrl: '', isOwn: false },
  ...{ type: 'pic', body: 'https://elsewhere.example/a.png', sentAt: 1, state: 'read' },
  ...{ canRetry: false, quote: undefined },
}
const stored = (ending: string) => `/files/messages/${'0a'.repeat(20)}.${ending}`
const draw = (message: TimelineMessage) => {
  if (message.type === 'video') return renderToMarkup(<VideoMessage message={message} meta="" isReachable />)
  if (message.type === 'emo') return renderToMarkup(<StickerMessage message={message} meta="" />)
  return renderToMarkup(<PictureMessage message={message} meta="" isReachable />)
}

describe('media in a bubble', () => {
  it.each(['pic', 'video', 'emo'] as const)(
    'of type %s at a foreign address explains that [MEDIA-19]',
    async (type) => {
      const markup = await draw({ ...elsewhere, type })
      expect(markup).toContain('data-fault="BAD_MEDIA_URL"')
      expect(markup).not.toContain('elsewhere.example')
    },
  )

  it.each([
    ['pic', 'png'],
    ['video', 'mp4'],
  ] as const)('of type %s shows no message while it is loading', async (type, ending) => {
    expect(await draw({ ...elsewhere, type, body: stored(ending) })).not.toContain('data-fault')
  })
})
