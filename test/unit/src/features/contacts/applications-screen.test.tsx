import { expect, it } from 'vitest'
import { ApplicationsScreen } from '#src/features/contacts/applications-screen.tsx'
import { createWritable } from '#streams/readable.ts'
import { conversations } from '#test/gallery/fixtures/conversations.ts'
import { applications, friends } from '#test/gallery/fixtures/people.ts'
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

it('the name in an accepted request is a link while that person is a friend', async () => {
  const [accepted] = applications.past
  const [friend] = friends
  if (!accepted || !friend) throw new Error('The gallery lacks an accepted request or a friend')
  const asFriend = createWritable([{ ...friend, userId: accepted.userId }])
  const link = `<a[^>]*href="/users/${accepted.userId}\\?`
  const shown = await renderToMarkup(<ApplicationsScreen />, 'compact', { account: { friends: asFriend } })
  expect(shown).toMatch(new RegExp(link))
  const ended = await renderToMarkup(<ApplicationsScreen />, 'compact', {
    account: { friends: createWritable([]) },
  })
  expect(ended).toContain(accepted.nickname)
  expect(ended).not.toMatch(new RegExp(link))
})
