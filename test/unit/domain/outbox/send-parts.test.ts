import { describe, expect, it } from 'vitest'
import type { UnsentMessage } from '#domain/outbox/outbox.ts'
import { messagesBehindParts, messagesToSend, staleMessages } from '#domain/outbox/send-queue.ts'
import { clientId, conversationId } from '#schemas/ids.ts'

const submittedAt = 1000

/** A text, or with `upload` a picture that is not uploaded yet. */
const unsent = (name: string, facts: Partial<UnsentMessage> = {}, upload = false): UnsentMessage => ({
  clientId: clientId(name),
  conversationId: conversationId('direct', 1),
  type: upload ? 'pic' : 'txt',
  body: upload ? '' : name,
  quote: undefined,
  ...(upload ? { attachment: { fileKey: name, name, contentType: 'image/png', size: 1 } } : {}),
  submittedAt,
  attempt: 1,
  state: 'pending',
  ...facts,
})
const part = (send: string, index: number) => ({ part: { send, index } })
const picture = (name: string, send: string, index: number) => unsent(name, part(send, index), true)
const uploaded = (message: UnsentMessage): UnsentMessage => ({ ...message, body: String(message.clientId) })

const leaving = (messages: readonly UnsentMessage[]): readonly string[] =>
  messagesToSend(messages, { deliveries: new Map(), now: 0, isConnected: true }).map(({ clientId: id }) =>
    String(id),
  )

describe('the parts of one send (DEC-108)', () => {
  const [one, two, three] = [picture('one', 'a', 0), picture('two', 'a', 1), picture('three', 'a', 2)]
  const caption = unsent('caption', part('a', 3))

  it('leave in the order of the send, whichever upload ends first', () => {
    expect(leaving([one, two, three, caption])).toEqual([])
    expect(leaving([one, uploaded(two), three, caption])).toEqual([])
    expect(leaving([uploaded(one), uploaded(two), three, caption])).toEqual(['one'])
    expect(leaving([uploaded(two), three, caption])).toEqual(['two'])
    expect(leaving([three, caption])).toEqual([])
    expect(leaving([caption])).toEqual(['caption'])
  })

  it('keep their order by index if a clock that was set back sorts them otherwise', () => {
    expect(leaving([caption, uploaded(one)])).toEqual(['one'])
  })

  it('let a later send pass while an earlier part is uploaded', () => {
    expect(leaving([one, caption, unsent('later')])).toEqual(['later'])
    expect(leaving([one, caption, uploaded(picture('other', 'b', 0))])).toEqual(['other'])
  })

  it('leave before later sends when the log has not recorded that the server has the part before them', () => {
    const sent = new Map([[one.clientId, { status: 'answered', upTo: Number.POSITIVE_INFINITY } as const]])
    const options = { deliveries: sent, now: 0, isConnected: true }
    const messages = [uploaded(one), caption, unsent('later')]
    expect(messagesToSend(messages, options)).toEqual([caption])
  })

  it('wait for a rejection to be recorded, because a restart would send the rejected part again', () => {
    const rejected = new Map([[one.clientId, { status: 'answered', upTo: 1 } as const]])
    const options = { deliveries: rejected, now: 0, isConnected: true }
    expect(messagesToSend([uploaded(one), caption], options)).toEqual([])
  })

  it('do not wait for a part that the server rejected', () => {
    expect(leaving([{ ...one, state: 'failed' }, caption])).toEqual(['caption'])
  })

  it('wait again for a rejected part that the user retries', () => {
    expect(leaving([{ ...one, attempt: 2 }, caption])).toEqual([])
  })

  it('do not turn stale while they wait for an earlier part [LIFE-07 LIFE-08]', () => {
    const staleAt = (time: number, messages: readonly UnsentMessage[]) =>
      staleMessages(messages, { possible: 0, moved: new Map() }, new Map(), time).map(
        ({ clientId: id }) => id,
      )
    expect(staleAt(submittedAt + 299_999, [one, caption])).toEqual([])
    expect(staleAt(submittedAt + 6000, [caption])).toEqual(['caption'])
  })
})

it('messagesBehindParts is empty for messages that are no parts', () => {
  expect(messagesBehindParts([unsent('one'), unsent('two')], new Map())).toEqual(new Set())
})
