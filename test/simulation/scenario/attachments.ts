import type { OutgoingAttachment } from '#client/media.ts'
import { messageFilesPath } from '#domain/media/media-address.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Clock, MediaPort } from '#streams/ports.ts'

/** The smallest possible picture, 1 by 1 pixel. */
const bytes = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
)
const words = new TextEncoder().encode('only words')

/** Every third attachment is a file, the others are pictures. */
const isFile = (serial: number): boolean => serial % 3 === 2

/** Every other picture is sent as picked and transcoded during the upload. */
const isUnprepared = (serial: number): boolean => serial % 2 === 0

/** Returns a unique attachment, identified by the width of a picture or the name of a file. */
export const attachmentOf = (serial: number): OutgoingAttachment =>
  isFile(serial)
    ? {
        kind: 'file',
        file: { name: `${serial}.txt`, type: 'text/plain', size: words.length, content: words },
      }
    : {
        kind: 'image',
        file: { name: `${serial}.png`, type: 'image/png', size: bytes.length, content: bytes },
        width: serial + 1,
        height: 1,
        ...(isUnprepared(serial) ? { preparation: { limit: 10 } } : {}),
      }

const sizeOf = (size: { readonly width?: number | undefined; readonly height?: number | undefined }) =>
  `?w=${size.width}&h=${size.height}`

/** The ledger's name of an attachment. */
export function nameOfAttachment(serial: number): string {
  const { kind, file, ...size } = attachmentOf(serial)
  return kind === 'file' ? `|${file.name}` : sizeOf(size)
}

/** The ledger's name of a body: a text is its own name, a picture is named by its size, a file by its name. */
export const labelOf = (body: string): string =>
  body.startsWith(messageFilesPath) ? body.slice(body.search(/[?|]/)) : body

/** The ledger's name of a shown message, sent or unsent. */
export function shownAs({
  attachment,
  body,
  type,
}: Pick<TimelineMessage, 'attachment' | 'body' | 'type'>): string {
  if (!attachment) return labelOf(body)
  return type === 'file' ? `|${attachment.name}` : sizeOf(attachment)
}

/** The duration of a transcode, ms. */
const makingTime = 400

/** Takes time, and makes another file of each picture: the size differs each time. */
export function createSlowMedia(clock: Pick<Clock, 'setTimeout'>): MediaPort {
  let made = 0
  return {
    transcode(file, _kind, { onProgress, signal }) {
      made += 1
      const content = new Uint8Array([...bytes, ...new Uint8Array(made)])
      onProgress(0)
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const finished = { isOk: true, value: { file: { ...file, content, size: content.length } } } as const
        clock.setTimeout(() => resolve(finished), makingTime)
      })
    },
  }
}
