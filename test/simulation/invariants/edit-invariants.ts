import type { World } from '../world.ts'
import { type Violations, violationsOf } from './invariant.ts'
import { isTextElsewhere } from './message-rows.ts'
import type { Truth } from './truth.ts'

/** Checks that each message has a text of its sender, and an edited one if the server confirmed an edit. */
export function checkEdits({ sent }: World, { messages }: Truth): Violations {
  const edits = new Map(sent.extensions.edits().map((edit) => [`${edit.user} ${edit.messageId}`, edit]))
  const wrong = messages.filter(({ id, senderId, body, editVersion }) => {
    const edit = edits.get(`${senderId} ${id}`)
    if (body === null || (!edit && editVersion === 0)) return false
    return editVersion > 0 ? !edit?.texts.has(body) : edit?.isConfirmed
  })
  return violationsOf(
    'edits',
    wrong.map(
      ({ id, body, editVersion }) => `message ${id} is "${body?.slice(0, 30)}" in version ${editVersion}`,
    ),
  )
}

/**
 * Checks that no disk has a text that an edit replaced, or that of an edit which was not accepted. A draft may have the
 * text of an own edit that the server did not take.
 */
export function checkEditErasure(
  { ledger, sent }: World,
  truth: Truth,
  user: number | undefined,
  { name, stored }: { readonly name: string; readonly stored: string },
): Violations {
  const bodies = new Map(truth.messages.map(({ id, body }) => [id, body]))
  const gone = ledger.edits.flatMap(({ messageId, text, replaced }) =>
    [text, replaced].filter((one) => one !== bodies.get(messageId)).map((one) => ({ messageId, text: one })),
  )
  const returned = sent.extensions.returnedEdits(user)
  return violationsOf(
    'erasure',
    gone
      .filter(({ text }) => !returned.includes(text))
      .filter(({ text }) => stored.includes(JSON.stringify(text).slice(1, -1)))
      .filter(({ text }) => !isTextElsewhere(truth, user, text))
      .map(({ messageId, text }) => `${name} still stores "${text.slice(0, 30)}" of message ${messageId}`),
  )
}
