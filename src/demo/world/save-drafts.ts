import type { Client } from '#client/client.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { Locale } from '#src/app/locales.ts'
import type { Readable } from '#streams/readable.ts'
import { loadSeedTexts } from './locale-texts.ts'
import { conversationPlans } from './personas.ts'

/** Saves the drafts of a fresh world in the client of whoever is signed in to it, once its list is there. */
export async function saveWorldDrafts(client: Client, locale: Locale): Promise<void> {
  const account = await untilFound(client.account, (found) => found)
  await untilFound(account.hasLoadedConversations, (hasLoaded) => hasLoaded || undefined)
  for (const draft of await worldDrafts(locale)) await account.dispatch({ type: 'SaveDraft', ...draft })
}

/** Waits until `read` finds something in the readable. */
function untilFound<Value, Found>(
  readable: Readable<Value>,
  read: (value: Value) => Found | undefined,
): Promise<Found> {
  return new Promise((resolve) => {
    const look = () => {
      const found = read(readable.get())
      if (found === undefined) return
      unsubscribe()
      resolve(found)
    }
    const unsubscribe = readable.subscribe(look)
    look()
  })
}

/** Something typed and not sent yet. */
interface WorldDraft {
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
