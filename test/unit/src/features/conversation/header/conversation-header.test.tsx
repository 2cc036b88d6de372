import { describe, expect, it } from 'vitest'
import { ConversationHeader } from '#src/features/conversation/header/conversation-header.tsx'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { renderToMarkup } from '../render-to-markup.tsx'

const [details] = conversations
const draw = (isLoading: boolean) =>
  renderToMarkup(<ConversationHeader details={details} isLoading={isLoading} onBack={undefined} />)

describe('the header of a conversation', () => {
  it('shows a spinner only while data loads [VIEW-03]', async () => {
    const spinner = /role="progressbar" aria-label="Loading/
    expect(await draw(true)).toMatch(spinner)
    expect(await draw(false)).not.toMatch(spinner)
  })
})
