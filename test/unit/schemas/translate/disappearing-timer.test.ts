import { describe, expect, it } from 'vitest'
import { clientId, conversationId } from '#schemas/ids.ts'
import { toListedConversation } from '#schemas/translate/conversation.ts'
import { toConfirmedMessage } from '#schemas/translate/message.ts'
import { readTimerNotice } from '#schemas/translate/message-bodies.ts'
import {
  acknowledgement,
  readSendChatResponse,
  readSocketResponse,
} from '#schemas/translate/message-response.ts'
import { wireChatSession } from '#schemas/wire/calls/conversations.ts'
import { readServerFrame } from '#schemas/wire/frames/from-server.ts'
import { wireMessage } from '#schemas/wire/message.ts'

/** The two fields in every form they may have. */
const cases = [
  [1, 30, 30],
  [true, 30, 30],
  [0, 30, undefined],
  [false, 30, undefined],
  [undefined, 30, undefined],
  [null, 30, undefined],
  [1, 0, undefined],
  [1, null, undefined],
  [1, undefined, undefined],
] as const

describe.each(cases)('ReadDelete %s with AutoDeleteTime %s', (ReadDelete, AutoDeleteTime, timerSeconds) => {
  const fields = { ReadDelete, AutoDeleteTime }

  it('reads the timer of a message [BURN-08]', () => {
    const wire = wireMessage.parse({ ID: 5, UserID: 1, Message: 'a', TimeStamp: 1, ...fields })
    expect(toConfirmedMessage(wire, 0).timerSeconds).toBe(timerSeconds)
  })

  it('reads it from both responses to a message, and so into its acknowledgement [SOCK-39 MSG-51]', () => {
    const frame = readServerFrame(
      JSON.stringify({ Cmd: 'ChatResponse', Code: 0, ChatID: 5, ClientMsgId: 'c', ...fields }),
    )
    if (!frame.isValid) throw new Error('not a frame')
    const data = { ID: 5, TimeStamp: 1, ReadDelete, AutoDeleteTime }
    const message = { clientId: clientId('c'), conversationId: conversationId('direct', 1) }
    for (const answer of [
      readSocketResponse(frame.frame, message.clientId, 0),
      readSendChatResponse({ code: 0, message: '', data }, 0),
    ]) {
      if (answer?.kind !== 'acknowledged') throw new Error('rejected')
      expect(acknowledgement(message, answer, 'socket').data).toEqual({
        clientId: 'c',
        serverId: 5,
        sentAt: expect.any(Number),
        ...(timerSeconds === undefined ? {} : { timerSeconds }),
      })
    }
  })

  it('reads the disappearing timer of a conversation [SESS-24]', () => {
    const row = wireChatSession.parse({ ID: 1, UserID: 2, ...fields })
    expect(toListedConversation(row, 0).facts.timerSeconds ?? 0).toBe(timerSeconds ?? 0)
  })
})

describe('the body of a notice', () => {
  it.each([
    ['{"Kind":"vanish","Seconds":30}', 30],
    ['{"Kind":"vanish","Seconds":0,"More":1}', 0],
    ['{"Kind":"vanish"}', undefined],
    ['{"Kind":"vanish","Seconds":-1}', undefined],
    ['{"Kind":"renamed","Text":"x"}', undefined],
    ['words', undefined],
    ['', undefined],
  ])('%s is read as %s seconds [BURN-07]', (body, seconds) => {
    expect(readTimerNotice(body)).toBe(seconds)
  })
})
