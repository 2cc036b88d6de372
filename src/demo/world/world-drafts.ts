import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { Locale } from '#src/app/locales.ts'
import { loadSeedTexts } from './locale-texts.ts'
import { conversationPlans } from './personas.ts'

/** Something typed and not sent yet. */
export interface WorldDraft {
  readonly conversationId: ConversationId
  readonly text: string
}

/** Drafts live in the client, not in the store: whoever signs in to a new world saves these. */
export async function worldDrafts(locale: Locale): Promise<readonly WorldDraft[]> {
  const { drafts } = (await loadSeedTexts(locale)).messageTemplates
  return conversationPlans.flatMap(({ kind, draft }, index) => {
    const text = draft === undefined ? undefined : drafts[draft]
    if (text === undefined) return []
    return [{ text, conversationId: conversationId(kind === 'direct' ? 'direct' : 'group', index + 1) }]
  })
}
