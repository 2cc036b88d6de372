import { describe, expect, it } from 'vitest'
import type { Outcome } from '#domain/commands/command.ts'
import { initialApplications } from '#domain/contacts/contacts-projection.ts'
import { initialConversations } from '#domain/conversation/conversation-state.ts'
import { decideClear } from '#domain/conversation/decide-conversation.ts'
import { errorName } from '#domain/http/rejection.ts'
import { mediaFaultOf } from '#domain/media/media-item.ts'
import { checkFileSize } from '#domain/media/upload-limits.ts'
import { NotAuthenticatedError } from '#src/app/client-context.tsx'
import { TimedOut } from '#streams/clock/timing.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { chat, client, me } from '../log-events.ts'

const nameIn = (outcome: Outcome<unknown>) => (outcome.isOk ? undefined : outcome.rejection.name)
const file = `/files/messages/${'0a'.repeat(20)}`
const fault = (type: 'pic' | 'video' | 'audio', body: string) => mediaFaultOf({ type, body })
const clearing = () =>
  decideClear(
    { type: 'ClearConversation', conversationId: chat },
    { conversations: initialConversations(me), applications: initialApplications() },
    { now: 1, clientId: client('own') },
  )

describe('the names of errors', () => {
  it.each([
    ['FILE_TOO_LARGE', () => nameIn(checkFileSize(11e6, 10))],
    ['AUDIO_LOAD_ERROR', () => fault('audio', `${file}.mp3|3`)],
    ['VIDEO_LOAD_ERROR', () => fault('video', `${file}.mp4`)],
    ['IMAGE_LOAD_ERROR', () => fault('pic', `${file}.png`)],
    ['BAD_MEDIA_URL', () => fault('pic', 'https://elsewhere.example/x.png')],
    ['BAD_SESSION_ID', () => nameIn(clearing())],
    ['PROMISE_TIMED_OUT', () => failureOf('timed-out').failure.rejection.name],
    ['PROMISE_TIMED_OUT', () => new TimedOut().message],
    ['NOT_AUTHENTICATED', () => failureOf('not-authenticated').failure.rejection.name],
    ['NOT_AUTHENTICATED', () => new NotAuthenticatedError('').name],
    ['INVALID_USER_ID', () => errorName.invalidUserId],
    ['CANNOT_REFRESH_TOKEN', () => errorName.cannotRefreshToken],
  ])('report %s to the caller [ERR-06]', (name, raised) => {
    expect(raised()).toBe(name)
  })
})
