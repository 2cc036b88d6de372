import { describe, expect, it } from 'vitest'
import { deliveriesOf } from '#machines/outbox/outbox-setup.ts'
import { sendChat } from '#schemas/wire/calls/conversations.ts'
import { failureOf } from '#streams/http/call-result.ts'
import { first, folded } from '../account-fixture.ts'
import { settle } from '../simulated-clock.ts'
import { startOutbox } from './outbox-harness.ts'

type Outbox = Awaited<ReturnType<typeof startOutbox>>

const sendOne = async ({ answer, say }: Outbox, text: string) => {
  await say(text)
  await settle()
  await answer(text)
}

const remembered = ({ actor }: Outbox) =>
  [...deliveriesOf(actor.getSnapshot().context.messageActors).values()].map(({ status }) => status)

describe('an outbox that runs for long', () => {
  it('keeps no state of acknowledged messages', async () => {
    const outbox = await startOutbox()
    outbox.connect()
    for (const text of ['one', 'two', 'three']) await sendOne(outbox, text)
    expect(outbox.unsent()).toEqual({})
    expect(remembered(outbox)).toEqual([])
  })

  it('keeps no state of a message that was discarded before its response', async () => {
    const outbox = await startOutbox()
    const { caller, clock, log, say } = outbox
    caller.reply(sendChat, failureOf('network'))
    await say('hi')
    await clock.advance(3100)
    expect(remembered(outbox)).toEqual(['paused'])
    const clientId = log.outbox.get().messages[0]?.clientId
    if (clientId === undefined) throw new Error('nothing waits')
    await log.dispatch({ type: 'DiscardMessage', conversationId: first, clientId })
    await folded(clock)
    expect(remembered(outbox)).toEqual([])
  })

  // XState keeps the name of every event that a machine has received, in each of its states.
  it('receives no signal with a name that is unique to one message', async () => {
    const outbox = await startOutbox()
    outbox.connect()
    await sendOne(outbox, 'one')
    const afterOne = [...outbox.heard]
    await sendOne(outbox, 'two')
    expect([...outbox.heard]).toEqual(afterOne)
  })
})
