import { expect, it } from 'vitest'
import type { OutgoingAttachment } from '#client/media.ts'
import { conversationId } from '#schemas/ids.ts'
import { sendRecording } from '#src/features/conversation/recorder/use-recorder.ts'
import { createFixtureClient } from '#test/gallery/fixtures/fixture-client.ts'

const first = conversationId('direct', 1)
const file = { name: 'voice.webm', type: 'audio/webm', size: 3, content: new Uint8Array(3) }

it('a recording is stored in its original format immediately and transcoded to mp3 before upload [MEDIAT-01]', async () => {
  const account = createFixtureClient('usual').account.get()
  if (!account) throw new Error('No account')
  const given: OutgoingAttachment[] = []
  const media = {
    ...account.media,
    sendAttachment: async (_: unknown, outgoing: OutgoingAttachment) => {
      given.push(outgoing)
      return { isOk: true, value: undefined } as const
    },
  }
  expect(await sendRecording({ ...account, media }, first, { file, seconds: 4 })).toMatchObject({
    isOk: true,
  })
  expect(given).toEqual([{ kind: 'audio', file, seconds: 4, preparation: { limit: 20 } }])
})
