import type { ClientId } from '#schemas/ids.ts'
import { type Deliveries, type Delivery, mustWait } from './delivery.ts'
import type { UnsentMessage } from './outbox.ts'

/** The maximum number of simultaneous uploads; one small file may be uploaded in addition (DEC-187). */
export const uploadLimit = 2

/** The size up to which a file is small, bytes: an ordinary line needs seconds for it. */
const smallFile = 1_000_000

/** Whether the message's file must reach the server before the message is sent [LIFE-02]. */
export const needsUpload = ({ attachment, body }: Pick<UnsentMessage, 'attachment' | 'body'>): boolean =>
  attachment !== undefined && body === ''

/**
 * Returns the messages whose files to upload now, oldest first, and a small one while only large ones are uploaded
 * (DEC-187). The file of a rejected message waits for the user's retry. `now` is monotonic ms.
 */
export function uploadsToStart(
  messages: readonly UnsentMessage[],
  deliveries: Deliveries,
  now: number,
): readonly UnsentMessage[] {
  const uploading = messages.filter(({ clientId }) => deliveries.get(clientId)?.status === 'uploading')
  const ready = messages.filter(
    (message) => isWanted(message) && isReady(message, deliveries.get(message.clientId), now),
  )
  const free = Math.max(0, uploadLimit - uploading.length)
  const chosen = ready.slice(0, free)
  if (uploading.length + chosen.length !== uploadLimit) return chosen
  const hasSmall = [...uploading, ...chosen].some(isSmall)
  const extra = hasSmall ? undefined : ready.slice(free).find(isSmall)
  return extra ? [...chosen, extra] : chosen
}

/** Returns the uploads to stop: their message was discarded, has failed, or was uploaded by another tab. */
export function uploadsToStop(
  messages: readonly UnsentMessage[],
  deliveries: Deliveries,
): readonly ClientId[] {
  const uploading = [...deliveries].filter(([, { status }]) => status === 'uploading')
  if (uploading.length === 0) return []
  const wanted = new Set(messages.filter(isWanted).map(({ clientId }) => clientId))
  return uploading.map(([clientId]) => clientId).filter((clientId) => !wanted.has(clientId))
}

const isWanted = (message: UnsentMessage): boolean => message.state !== 'failed' && needsUpload(message)

function isReady(message: UnsentMessage, delivery: Delivery | undefined, now: number): boolean {
  if (delivery?.status === 'uploading') return false
  if (delivery?.status === 'uploaded') return delivery.attempt < message.attempt
  return mustWait(message, delivery, now) === undefined
}

/** A picture that is transcoded before its upload is small by then. */
const isSmall = ({ type, attachment }: UnsentMessage): boolean =>
  attachment !== undefined && (attachment.preparation ? type === 'pic' : attachment.size <= smallFile)
