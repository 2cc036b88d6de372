import type { Client } from '#client/client.ts'
import { type ConversationId, conversationId } from '#schemas/ids.ts'
import type { Locale } from '#src/app/locales.ts'
import type { Readable } from '#streams/readable.ts'
import { loadSeedTexts } from './locale-texts.ts'
import { conversationPlans } from './personas.ts'

/** Saves the drafts of a fresh world in the client, after its list is loaded. */
export async function saveWorldDrafts(client: Client, locale: Locale): Promise<void> {
  const account = await untilFound(client.account, (found) => found)
  await untilFound(account.hasLoadedConversations, (hasLoaded) => hasLoaded || undefined)
  for (const draft of await worldDrafts(locale)) await account.dispatch({ type: 'SaveDraft', ...draft })
}

/** Waits until `read` returns a value for the readable. */
function untilFound<Value, Found>(
  readable: Readable<Value>,
  read: (value: Value) => Found | undefined,
): Promise<Found> {
  return new Promise((resolve) => {
    const check = () => {
      const found = read(readable.get())
      if (found === undefined) return
      unsubscribe()
      resolve(found)
    }
    const unsubscribe = readable.subscribe(check)
    check()
  })
}

/** An unsent text. */
interface WorldDraft {
  readonly conversationId: ConversationId
  readonly text: string
}

/** Drafts are stored by the client, not by the server, so a fresh world's are saved after the sign-in. */
export async function worldDrafts(locale: Locale): Promise<readonly WorldDraft[]> {
  const { drafts } = (await loadSeedTexts(locale)).messageTemplates
  return conversationPlans.flatMap(({ kind, draft }, index) => {
    const text = draft === undefined ? undefined : drafts[draft]
    if (text === undefined) return []
    return [{ text, conversationId: conversationId(kind === 'direct' ? 'direct' : 'group', index + 1) }]
  })
}
