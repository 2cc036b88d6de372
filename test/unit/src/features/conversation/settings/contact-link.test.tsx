import { I18nProvider } from '@lingui/react'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, it } from 'vitest'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { conversationId, type UserId, userId } from '#schemas/ids.ts'
import { createTranslation } from '#src/app/translation.ts'
import { ContactLink } from '#src/features/conversation/settings/settings-screen.tsx'
import { type FrameMode, FrameModeContext } from '#src/ui/frame-mode.ts'

const { i18n, activate } = createTranslation()
beforeAll(() => activate('en-US'))

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
// Only the fields that the link renders.
const conversation = (peerId: UserId | undefined) =>
  ({ id: conversationId('direct', 4), title: 'Ben', avatarUrl: '', peerId }) as ConversationSummary

const drawn = (frame: FrameMode, peerId: UserId | undefined): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <RouterContextProvider router={router}>
        <FrameModeContext value={frame}>
          <ContactLink conversation={conversation(peerId)} />
        </FrameModeContext>
      </RouterContextProvider>
    </I18nProvider>,
  )

it.each(['compact', 'mini'] as const)('leads to the contact in the %s frame [SESS-55]', (frame) => {
  expect(drawn(frame, userId(8))).toMatch(/href="[^"]*\/users\/8\?[^"]*".*Ben.*View contact/u)
})

it.each([
  ['in the full frame', 'full', userId(8)],
  ['without anybody', 'compact', undefined],
] as const)('is not there %s [SESS-55]', (_, frame, peerId) => {
  expect(drawn(frame, peerId)).toBe('')
})
