import type { OutgoingAttachment } from '#client/client.ts'
import type { Outcome, Refusal } from '#domain/commands/command.ts'
import type { QuotedMessage } from '#schemas/log/message.ts'
import { dropPick, type PickedAttachment, type Picks } from './picked-attachment.ts'

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

interface SendingPicks {
  /** The first one that is taken carries it. */
  readonly quote: QuotedMessage | undefined
  readonly send: (outgoing: OutgoingAttachment, quote: QuotedMessage | undefined) => Promise<Outcome>
  readonly onRefused: (pick: PickedAttachment, refusal: Refusal) => void
}

/**
 * Takes all that are picked now, what is still being looked at included, and gives what sends them in the order they are in
 * then. One leaves the tray when it is in the log; what is refused, and what is picked later, stays there.
 */
export function claimPicks(picks: Picks): (sending: SendingPicks) => Promise<void> {
  const claimed = (picks.looking ?? Promise.resolve()).then(() => picks.all.get().map(({ id }) => id))
  return async ({ quote, send, onRefused }) => {
    const ids = await claimed
    let carried = quote
    for (const pick of picks.all.get().filter(({ id }) => ids.includes(id))) {
      const outcome = await sendPick(picks, pick.id, (outgoing) => send(outgoing, carried))
      if (outcome?.isOk) {
        carried = undefined
        dropPick(picks, pick.id)
      } else if (outcome) onRefused(pick, outcome.refusal)
    }
  }
}
