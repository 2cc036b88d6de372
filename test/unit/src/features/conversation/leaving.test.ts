import { expect, it } from 'vitest'
import { exitOf } from '#src/features/conversation/unavailable-conversation.tsx'

const toMessages = { kind: 'go', to: '/messages' }

it.each([
  ['direct', 'full', false, toMessages],
  ['direct', 'compact', false, toMessages],
  ['direct', 'mini', true, { kind: 'tell-host' }],
  ['group', 'full', false, toMessages],
  ['group', 'compact', false, toMessages],
  ['group', 'mini', false, { kind: 'go', to: '/contact/groups' }],
  ['group', 'mini', true, { kind: 'go', to: '/contact/groups' }],
] as const)(
  'leaving a removed %s conversation in a %s frame and embedded %s leads to %j [SESS-50 SESS-53 GROUP-17]',
  (kind, frame, isEmbedded, leaving) => {
    expect(exitOf(kind, frame, isEmbedded)).toEqual(leaving)
  },
)
