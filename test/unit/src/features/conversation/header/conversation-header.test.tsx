import { describe, expect, it } from 'vitest'
import type { AccountClient } from '#client/client.ts'
import { userId } from '#schemas/ids.ts'
import { ConversationHeader } from '#src/features/conversation/header/conversation-header.tsx'
import { createWritable } from '#streams/readable.ts'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { renderToMarkup } from '../render-to-markup.tsx'

const [details] = conversations
const render = (isLoading: boolean, account: Partial<AccountClient> = {}) =>
  renderToMarkup(<ConversationHeader details={details} isLoading={isLoading} onBack={undefined} />, 'full', {
    account,
  })

describe('the header of a conversation', () => {
  it('shows a spinner only while data loads [VIEW-03]', async () => {
    const spinner = /role="progressbar" aria-label="Loading/
    expect(await render(true)).toMatch(spinner)
    expect(await render(false)).not.toMatch(spinner)
  })
})

describe('the second line of a one-to-one header', () => {
  const nobody = createWritable<ReadonlySet<ReturnType<typeof userId>>>(new Set())
  const noTimes = createWritable<ReadonlyMap<ReturnType<typeof userId>, number>>(new Map())
  const minute = 60_000
  const secondLine = async (account: Partial<AccountClient>) =>
    (await render(false, account)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

  it('says that a friend is online', async () => {
    expect(await secondLine({})).toContain('Online')
  })

  it('says when a friend was online last', async () => {
    const noon = new Date(2026, 4, 20, 12).getTime()
    const seen = (minutes: number) => ({
      online: nobody,
      lastSeen: createWritable(new Map([[userId(2), noon - minutes * minute]])),
      serverNow: () => noon,
    })
    expect(await secondLine(seen(8))).toContain('Last seen at 11:52')
    expect(await secondLine(seen(13 * 60))).toContain('Last seen yesterday at 23:00')
    expect(await secondLine(seen(3 * 24 * 60))).toContain('Last seen Sunday')
  })

  it('shows the status message of a friend whose presence is hidden [USER-04]', async () => {
    const line = await secondLine({ online: nobody, lastSeen: noTimes })
    expect(line).toContain('Somewhere between two trains')
    expect(line).not.toContain('Last seen')
  })

  it('says that the person is not a friend', async () => {
    expect(await secondLine({ online: nobody, lastSeen: noTimes, friends: createWritable([]) })).toContain(
      'Not a friend',
    )
  })

  it('shows only the state of the connection while it is lost [VIEW-04]', async () => {
    const connection = createWritable({ status: 'offline' as const, since: Date.now() })
    const line = await secondLine({ connection })
    expect(line).toContain('Offline since')
    expect(line).not.toContain('Online')
  })
})
