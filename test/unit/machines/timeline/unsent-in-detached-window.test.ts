import { expect, it } from 'vitest'
import { first, listed, second } from '../account-fixture.ts'
import { message, openFar } from './detached-window-fixture.ts'

it('the timeline lists unsent messages while a detached window is shown, until they are retried', async () => {
  const { detachedWindow, log, say, seek, settle, view } = await openFar()
  void log.append([listed(second)])
  await settle()
  for (const text of ['one', 'two', 'three']) await say(text)
  await say('elsewhere', second)
  await settle()
  expect(view().unsent).toEqual([])
  const sent = log.outbox.get().messages
  const idOf = (text: string) => sent.find(({ body }) => body === text)?.clientId
  const fail = (text: string, stream = first) => {
    const clientId = idOf(text)
    if (clientId === undefined) throw new Error(`${text} was not sent`)
    const data = { clientId, attempt: 1, code: 5, reason: '' }
    void log.append([{ stream, type: 'MessageFailed', data, occurredAt: 1, origin: 'local' }])
  }
  for (const text of ['one', 'three']) fail(text)
  fail('elsewhere', second)
  await settle()
  await seek(message(100))
  expect(detachedWindow().hasNewer).toBe(true)
  expect(view().messages.some(({ body }) => body === 'one')).toBe(false)
  expect(view().unsent).toEqual([idOf('one'), idOf('three')])

  const [clientId] = view().unsent
  if (clientId !== undefined) await log.dispatch({ type: 'RetryMessage', conversationId: first, clientId })
  await settle()
  expect(view().unsent).toEqual([idOf('three')])
})
