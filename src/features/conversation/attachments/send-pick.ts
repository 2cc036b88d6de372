import type { Outcome } from '#domain/commands/command.ts'
import type { OutgoingAttachment } from '#machines/client/client.ts'
import type { Picks } from './picked-attachment.ts'

/**
 * Sends one of the picks by `send`: ready if it is, else as it was picked, so that it is in the account's storage and survives
 * the page. Where that has no room for the original, it waits until the file is ready. Undefined when the pick was given up or
 * refused meanwhile.
 */
export async function sendPick(
  { all, works }: Pick<Picks, 'all' | 'works'>,
  id: number,
  send: (outgoing: OutgoingAttachment) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  const find = () => all.get().find((one) => one.id === id)
  const work = works.get(id)
  const ready = find()?.outgoing
  if (ready !== undefined) return send(ready)
  const picked = await work?.asPicked()
  if (find() === undefined) return undefined
  const outcome = picked && (await send(picked))
  if (outcome?.isOk) return outcome
  await work?.outcome
  const made = find()?.outgoing
  return made && send(made)
}
