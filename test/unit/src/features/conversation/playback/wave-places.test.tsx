import { describe, expect, it } from 'vitest'
import { CollectionTile } from '#src/features/collections/collection-tile.tsx'
import { AttachmentTray } from '#src/features/conversation/attachments/attachment-tray.tsx'
import type { PickedAttachment } from '#src/features/conversation/attachments/picked-attachment.ts'
import { WaveSlider } from '#src/features/conversation/playback/sound-player.tsx'
import { renderToMarkup } from '../render-to-markup.tsx'

const nothing = () => undefined
const picked: PickedAttachment = {
  ...{ id: 1, name: 'song.mp3', kind: 'audio', size: 3, preview: 'blob:song', progress: 1 },
  outgoing: undefined,
}
const tray = (
  <AttachmentTray
    attachments={{
      ...{
        all: [picked],
        isEmpty: () => false,
        add: nothing,
        remove: nothing,
        replace: nothing,
        move: nothing,
      },
      claim: () => ({ store: async () => undefined, pendingFiles: () => [], submitted: nothing }),
    }}
  />
)
const saved = (
  <CollectionTile
    collection={{
      ...{ id: 1, type: 'audio', smallPath: undefined, savedAt: 1, from: undefined },
      content: `/files/messages/${'0a'.repeat(20)}.mp3|48`,
    }}
    onOpen={nothing}
  />
)
const slider = (place: 'message' | 'viewer') => (
  <WaveSlider
    {...{ name: 'a', seconds: 3, place, isReachable: true, isDisabled: false, onSeek: nothing }}
    view={{ state: 'idle', hasFailed: false, position: 0, length: 3 }}
  />
)

describe('the bars of a sound', () => {
  it.each([
    ['that is to be sent', tray, 8],
    ['among what is saved', saved, 8],
    ['that is looked at', slider('viewer'), 40],
    ['in its bubble', slider('message'), 8],
  ])('%s are as many as that place has [MSG-24]', async (_, part, count) => {
    expect((await renderToMarkup(part)).match(/<rect /g)).toHaveLength(count)
  })
})
