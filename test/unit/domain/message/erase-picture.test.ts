import { describe, expect, it } from 'vitest'
import { eraseAllText, eraseFromEvent } from '#domain/message/erase-event.ts'
import { client, inChat } from '#test/unit/domain/log-events.ts'

const own = client('own')
const attachment = { fileKey: 'file', name: 'secret plan.png', contentType: 'image/png', size: 1 }
const submitted = inChat('MessageSubmitted', {
  clientId: own,
  type: 'pic',
  body: '',
  submittedAt: 1,
  attachment,
})
const uploaded = inChat('MessageUploaded', { clientId: own, body: '/files/messages/x.png' })
const prepared = inChat('MessagePrepared', { clientId: own, attachment })
const targets = { serverIds: new Set<never>(), clientIds: new Set([own]) }

describe('erasing a picture', () => {
  it.each([
    ['its file’s name', submitted],
    ['its file’s name after it is transcoded', prepared],
    ['its file’s address', uploaded],
  ])('removes all of %s', (_, event) => {
    for (const erased of [eraseFromEvent(event, targets), eraseAllText(event)]) {
      expect(JSON.stringify(erased)).not.toMatch(/secret|files/)
    }
  })

  it('does not change other messages', () => {
    const others = { ...targets, clientIds: new Set([client('other')]) }
    expect(eraseFromEvent(submitted, others)).toBe(submitted)
    expect(eraseFromEvent(uploaded, others)).toBe(uploaded)
    expect(eraseFromEvent(prepared, others)).toBe(prepared)
  })
})
