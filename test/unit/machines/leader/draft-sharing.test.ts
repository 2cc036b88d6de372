import { expect, it } from 'vitest'
import { startSharingDrafts } from '#machines/leader/draft-sharing.ts'
import { toListedConversation } from '#schemas/translate/conversation.ts'
import { getDraft, saveDraft } from '#schemas/wire/calls/drafts.ts'
import { createMemoryLocks } from '#streams/cross-tab/memory-locks.ts'
import { silentChannel } from '#streams/cross-tab/tab-channel.ts'
import { first } from '../account-fixture.ts'
import { answers } from '../fake-caller.ts'
import { listRow } from '../server-history.ts'
import { settle } from '../simulated-clock.ts'
import { openTab } from './leader-harness.ts'

/** A connected leader with a draft, after the server has listed these rows. */
async function share(fields: object) {
  // The first draft loads its code, for which the simulated clock does not wait.
  await import('#streams/outbound/shared-drafts.ts')
  const tab = await openTab(createMemoryLocks(), silentChannel)
  tab.core.connection.set({ status: 'connected' })
  tab.caller.reply(saveDraft, ({ TimeStamp }) => answers({ TimeStamp }))
  tab.caller.reply(getDraft, answers({ TimeStamp: 5, Message: 'theirs' }))
  const over = new AbortController()
  const sharing = startSharingDrafts(tab.core, over.signal)
  const taken = sharing.takeListed([toListedConversation({ ...listRow(1), ...fields }, 1)], over.signal)
  const wait = async () => {
    await settle()
    await tab.clock.advance(5000)
    await settle()
    await tab.clock.advance(5000)
  }
  await wait()
  await taken
  return { ...tab, wait }
}

it('a draft is shared with a server that has drafts', async () => {
  const { caller, log, wait } = await share({ DraftTimeStamp: 0 })
  void log.dispatch({ type: 'SaveDraft', conversationId: first, text: 'mine' })
  await wait()
  expect(caller.callsOf(saveDraft)).toHaveLength(1)
})

it('a draft stays here if the server has none, also when it is left', async () => {
  const { caller, core, log, wait } = await share({})
  void log.dispatch({ type: 'SaveDraft', conversationId: first, text: 'mine' })
  await wait()
  core.leftDrafts.announce()
  await wait()
  expect(caller.callsOf(saveDraft)).toEqual([])
  expect(log.summaryOf(first)?.draft).toBe('mine')
})

it('a draft that the list names is fetched, but not one that is known to be removed', async () => {
  const named = await share({ DraftTimeStamp: 5, HasDraft: true })
  expect(named.log.summaryOf(first)?.draft).toBe('theirs')
  const removed = await share({ DraftTimeStamp: 5 })
  expect(removed.caller.callsOf(getDraft)).toEqual([])
})
