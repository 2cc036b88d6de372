import { expect, it } from 'vitest'
import { menuOffset } from '#src/ui/menu-popover.tsx'

it.each([
  ['opens below its point', 100, 2],
  ['opens above its point, which the popover decides, where only that side has room', 600, 2],
  ['covers its point where it has room at neither side', 330, 222 - 330],
])('a menu of 406 px in a window of 640 px %s', (_, y, offset) => {
  expect(menuOffset(y, 406, 640)).toBe(offset)
})

it('a menu that is higher than the window begins at the top and scrolls', () => {
  expect(menuOffset(200, 700, 640)).toBe(12 - 200)
})
