import { expect, it } from 'vitest'
import { ContactHome } from '#src/features/contacts/contact-home.tsx'
import { ListHeader } from '#src/features/conversation-list/list-header.tsx'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

it('the contacts and the conversation list have a button that opens the menu to add', async () => {
  const list = (
    <ListHeader conversations={[]} filter="all" onFilter={() => undefined} isNextToConversation={false} />
  )
  for (const [name, page] of [
    ['New chat', list],
    ['Add', <ContactHome key="contacts" />],
  ] as const) {
    const markup = await renderToMarkup(page, 'compact')
    const [button] = markup.match(new RegExp(`<button[^>]*aria-label="${name}"[^>]*>`)) ?? []
    expect(button).toContain('aria-haspopup="menu"')
  }
})
