import { describe, expect, it } from 'vitest'
import type { MediaItem } from '#domain/media/media-item.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { serverId, userId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import {
  createLocalAddresses,
  createSoundLocator,
  nextSoundAfter,
  secondsOf,
  soundOf,
  wasRemoved,
} from '#src/features/conversation/playback/playback-provider.tsx'
import { positionAfterKey } from '#src/features/conversation/playback/sound-player.tsx'
import { received, receivedRange } from '#test/unit/domain/message-list/messages.ts'

const stored = `/files/messages/${'0a'.repeat(20)}.mp3`
const attachment = { fileKey: 'k', name: 'voice.webm', contentType: 'audio/webm', size: 4, seconds: 2.4 }

const message = (number: number, type: MessageType, body: string): TimelineMessage => ({
  key: `s${number}`,
  clientId: undefined,
  serverId: serverId(number),
  sequence: number,
  senderId: userId(2),
  senderName: 'Ben',
  senderAvatarUrl: '',
  isOwn: false,
  type,
  body,
  sentAt: 0,
  state: 'sent',
  canRetry: false,
  quote: undefined,
})

/** Local files, and a server that accepts or rejects this browser. */
function environment({ isOpen = true, has = true } = {}) {
  const asked: boolean[] = []
  const media = {
    ensureFileCookie: async (isForced = false) => {
      asked.push(isForced)
      return isOpen
    },
    localFile: async () =>
      has ? { name: 'voice.webm', type: 'audio/webm', size: 1, content: new Uint8Array(1) } : undefined,
  }
  const local = createLocalAddresses(media)
  const locator = (messages: readonly MediaItem[]) => createSoundLocator(media, local, () => messages)
  return { locator, asked, local }
}

describe('the sound of a message', () => {
  it('is on the server, after file access was requested', async () => {
    const { locator, asked } = environment()
    const sent = message(1, 'audio', `${stored}?t=7|7`)
    expect(soundOf(sent)).toEqual({ key: 's1', seconds: 7 })
    const locate = locator([sent])
    expect(await locate('s1', false)).toBe(stored)
    expect(await locate('s1', true)).toBe(stored)
    expect(asked).toEqual([false, true])
  })

  it('has no source while the server denies file access', async () => {
    const { locator } = environment({ isOpen: false })
    expect(await locator([message(1, 'audio', `${stored}|7`)])('s1', false)).toBeUndefined()
  })

  it('has its source also after its message left the loaded window', async () => {
    const { locator } = environment()
    const loaded = [message(1, 'audio', `${stored}|7`)]
    const locate = locator(loaded)
    await locate('s1', false)
    loaded.pop()
    expect(await locate('s1', true)).toBe(stored)
    expect(await locate('s2', false)).toBeUndefined()
  })

  it('is the local file with one object URL until it is sent', async () => {
    const { locator, asked, local } = environment()
    const own = { ...message(1, 'audio', ''), attachment }
    const locate = locator([own])
    const address = await locate('s1', false)
    expect(address).toMatch(/^blob:/)
    expect(await locate('s1', false)).toBe(address)
    expect(asked).toEqual([])
    expect(secondsOf(own)).toBe(2.4)
    local.release()
  })

  it('is undefined for messages without a sound', () => {
    for (const [type, body] of [
      ['audio', 'https://elsewhere.example/a.mp3|3'],
      ['audio', ''],
      ['video', stored],
      ['txt', stored],
    ] as const) {
      expect(soundOf(message(1, type, body))).toBeUndefined()
    }
  })
})

describe('continued playback', () => {
  const messages = [
    message(1, 'audio', `${stored}|1`),
    message(2, 'txt', 'in between'),
    message(3, 'audio', 'damaged'),
    message(4, 'audio', `${stored}|4`),
  ]

  it('takes the next sound of the conversation, skipping other messages', () => {
    expect(nextSoundAfter('s1', messages)?.key).toBe('s4')
  })

  it.each(['s4', 'gone'])('ends after %s', (key) => {
    expect(nextSoundAfter(key, messages)).toBeUndefined()
  })
})

describe('seeking by keys', () => {
  it.each([
    ['ArrowRight', false, 5],
    ['ArrowLeft', false, 3],
    ['ArrowRight', true, 3],
    ['ArrowLeft', true, 5],
    ['ArrowUp', true, 5],
    ['ArrowDown', true, 3],
    ['PageUp', false, 8],
    ['PageDown', false, 0],
    ['Home', false, 0],
    ['End', false, 8],
    ['Tab', false, undefined],
    ['a', false, undefined],
  ] as const)('%s, read from right to left: %s, leads to %s s', (key, isRightToLeft, expected) => {
    expect(positionAfterKey(key, { position: 4, length: 8 }, isRightToLeft)).toBe(expected)
  })
})

describe('a sound whose message is no longer loaded', () => {
  it('stops if the message was removed, and plays on if another window is shown', () => {
    const shown = receivedRange(1, 3)
    expect(wasRemoved('s2', shown, [received(1), received(3)])).toBe(true)
    expect(wasRemoved('s2', shown, [])).toBe(true)
    expect(wasRemoved('s2', shown, receivedRange(1, 4))).toBe(false)
    expect(wasRemoved('s2', shown, receivedRange(51, 60))).toBe(false)
    expect(wasRemoved('s2', receivedRange(51, 60), receivedRange(51, 90))).toBe(false)
  })
})
