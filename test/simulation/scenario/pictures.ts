import { messageFilesPath } from '#domain/media/media-address.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { OutgoingPicture } from '#machines/client/client.ts'

/** The smallest picture there is, 1 by 1 pixel. */
const bytes = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)

/** A picture nobody else sends: its width says which one it is. */
export const pictureOf = (serial: number): OutgoingPicture => ({
  file: { name: `${serial}.png`, type: 'image/png', size: bytes.length, content: bytes },
  width: serial + 1,
  height: 1,
})

const sizeOf = (size: { readonly width?: number | undefined; readonly height?: number | undefined }) =>
  `?w=${size.width}&h=${size.height}`

/** What the ledger calls a picture. */
export const nameOfPicture = (serial: number): string => sizeOf(pictureOf(serial))

/** A body as the ledger calls it: a text is itself, a picture has its size for a name. */
export const saidAs = (body: string): string =>
  body.startsWith(messageFilesPath) ? body.slice(body.indexOf('?')) : body

/** The same of a message that is shown, sent or not. */
export const shownAs = ({ attachment, body }: TimelineMessage): string =>
  attachment ? sizeOf(attachment) : saidAs(body)
