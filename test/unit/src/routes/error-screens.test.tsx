import { describe, expect, it } from 'vitest'
import { NotAuthenticatedError } from '#src/app/client-context.tsx'
import { ErrorScreen, NotFoundScreen } from '#src/routes/error-screens.tsx'
import { renderToMarkup } from '#test/unit/src/features/conversation/render-to-markup.tsx'

const headingOf = (markup: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(markup)?.[1]

describe('the screen for', () => {
  it.each([
    [
      'any failure of a page [ROUTE-31]',
      <ErrorScreen key="a" error={new Error('broken')} />,
      'Something went wrong. Please try again.',
    ],
    ['an address without content [ROUTE-32]', <NotFoundScreen key="b" />, 'There is nothing here.'],
    [
      'a page that needs an account [ROUTE-33]',
      <ErrorScreen key="c" error={new NotAuthenticatedError('nobody')} />,
      'Please sign in to see this.',
    ],
  ])('%s has a button that leads home', async (_, screen, heading) => {
    const markup = await renderToMarkup(screen)
    expect(headingOf(markup)).toBe(heading)
    expect(markup).toMatch(/<button[^>]*>(?:<[^>]*>)*Go to home/)
  })
})
