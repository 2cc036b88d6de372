import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Clamped } from '#src/ui/clamped.tsx'

it('clamped text shows the given number of lines, else that of the style sheet [MSG-26]', () => {
  expect(renderToStaticMarkup(<Clamped lines={2}>words</Clamped>)).toContain('style="--clamp-lines:2"')
  expect(renderToStaticMarkup(<Clamped>words</Clamped>)).not.toContain('style')
})
