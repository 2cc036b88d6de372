import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Clamped } from '#src/ui/clamped.tsx'

it('shows as many lines as it is told, else as many as the style sheet says [MSG-26]', () => {
  expect(renderToStaticMarkup(<Clamped lines={2}>words</Clamped>)).toContain('style="--clamp-lines:2"')
  expect(renderToStaticMarkup(<Clamped>words</Clamped>)).not.toContain('style')
})
