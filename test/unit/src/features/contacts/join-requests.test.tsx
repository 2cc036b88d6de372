import { expect, it } from 'vitest'
import { ApplicationsScreen } from '#src/features/contacts/applications-screen.tsx'
import { createWritable } from '#streams/readable.ts'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { renderToMarkup } from '../conversation/render-to-markup.tsx'

it('the applications link to the join requests of each group that this user manages', async () => {
  const markup = await renderToMarkup(<ApplicationsScreen />, 'compact')
  expect(markup).toMatch(/<ul aria-label="Join requests">.*href="\/messages\/groups\/5\/admin\/applications"/)
  expect(markup).toContain('2 ask to join')
})

it('a group that others manage shows no join requests among the applications', async () => {
  const asMember = conversations.map((row) =>
    row.group ? { ...row, group: { ...row.group, role: 0, applicationCount: 2 } } : row,
  )
  const account = { conversations: createWritable(asMember) }
  const markup = await renderToMarkup(<ApplicationsScreen />, 'compact', { account })
  expect(markup).not.toContain('Join requests')
})
