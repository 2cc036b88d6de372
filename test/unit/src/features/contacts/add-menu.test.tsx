import { expect, it } from 'vitest'
import { ContactHome } from '#src/features/contacts/contact-home.tsx'
import { ListHeader } from '#src/features/conversation-list/list-header.tsx'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

it('the contacts and the conversation list have a button that opens the menu to add', async () => {
  const list = (
    <ListHeader conversations={[]} filter="all" onFilter={() => undefined} isBesideConversation={false} />
  )
  for (const page of [list, <ContactHome key="contacts" />]) {
    const markup = await renderToMarkup(page, 'compact')
    expect(markup).toMatch(
      /<button[^>]*aria-haspopup="menu"[^>]*aria-label="Add"|aria-label="Add"[^>]*aria-haspopup="menu"/,
    )
  }
})
