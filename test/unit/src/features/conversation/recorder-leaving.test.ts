import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import type { RecorderView } from '#src/features/conversation/recorder/use-recorder.ts'
import { mustConfirmLeaving } from '#src/features/conversation/recorder/voice-recorder.tsx'

const id = conversationId('direct', 12)
const asks = (view: RecorderView, seconds: number, pathname: string) =>
  mustConfirmLeaving(id, { view, elapsed: () => seconds }, pathname)

describe('leaving a conversation with the recorder open', () => {
  it.each([
    ['another page', '/contact', true],
    ['a conversation whose number begins alike', '/messages/sessions/123', true],
    ['what opens over the conversation', '/messages/sessions/12/detail', false],
    ['the conversation itself', '/messages/sessions/12', false],
    ['the sign-in page, once signed out', '/auth/sign-in', false],
  ])('for %s: %s %s', (_, pathname, expected) => {
    expect(asks('reviewing', 3, pathname)).toBe(expected)
  })

  it.each([
    ['closed', 0, false],
    ['opening', 0, false],
    ['recording', 0.9, false],
    ['recording', 1, true],
    ['finishing', 3, true],
    ['reviewing', 3, true],
    ['delivering', 3, false],
  ] as const)('asks only if a recording would be lost: %s after %d s: %s', (view, seconds, expected) => {
    expect(asks(view, seconds, '/messages')).toBe(expected)
  })
})
