import { expect, it } from 'vitest'
import { type PaneMotion, paneMotion } from '#src/app/frame/pane-motion.ts'
import type { FrameMode } from '#src/ui/frame-mode.ts'

const conversation = '/messages/sessions/1'

/** Page left, page entered, steps in the history, frame and expected motion. */
const moves: readonly (readonly [string, string, number, FrameMode, PaneMotion | undefined])[] = [
  ['/messages', conversation, 1, 'compact', 'forward'],
  [conversation, '/messages', -1, 'compact', 'back'],
  [conversation, `${conversation}/settings`, 1, 'mini', 'forward'],
  [`${conversation}/settings`, conversation, -1, 'mini', 'back'],
  // The page was opened directly, so that going back replaces it.
  [conversation, '/messages', 0, 'compact', 'back'],
  [`${conversation}/settings`, conversation, 0, 'compact', 'back'],
  // Conversations that are opened by shortcuts.
  [conversation, '/messages/sessions/2', 1, 'compact', 'forward'],
  ['/messages', '/contact', 1, 'compact', undefined],
  [conversation, conversation, 1, 'compact', undefined],
  ['/my', '/auth/sign-in', 1, 'compact', undefined],
  [conversation, `${conversation}/media/7`, 1, 'compact', undefined],
  [`${conversation}/media/7`, conversation, -1, 'compact', undefined],
  ['/my/collections/7', '/my/collections', -1, 'compact', undefined],
  [`${conversation}/settings`, conversation, -1, 'full', 'close'],
  ['/messages/groups/1/admin/info', '/messages/groups/1/admin', -1, 'full', 'close'],
  [conversation, `${conversation}/settings`, 1, 'full', undefined],
  ['/messages/sessions/2', conversation, 1, 'full', undefined],
]

it.each(moves)('the panes between %s and %s, %d steps in the %s frame, move %s', (...move) => {
  const [from, to, steps, frame, motion] = move
  expect(paneMotion({ path: from, index: 4 }, { path: to, index: 4 + steps }, frame)).toBe(motion)
})
