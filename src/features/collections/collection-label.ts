import { bodyOf } from '#domain/collections/collecting.ts'
import { fullDate } from '#domain/formats/dates.ts'
import { textLine } from '#domain/formats/preview.ts'
import type { MessageBody } from '#domain/message/message-body.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import type { Translate } from '#src/ui/use-text.ts'

/** The name of something saved: what it is or says, whom or which group it is from, and when it was saved. */
export function collectionLabel(collection: Collection, text: Translate, locale: string): string {
  const { type, from, savedAt } = collection
  const kind = whatItSays(bodyOf(collection)) ?? text(`collections.type.${type}`)
  const values = { kind, date: fullDate(savedAt, locale) }
  return from
    ? text('collections.tile', { ...values, name: from.name })
    : text('collections.tile-unnamed', values)
}

/** Words of its own that name it better than its kind does. */
function whatItSays(body: MessageBody): string | undefined {
  if (body.kind === 'text') return textLine(body.text)
  return body.kind === 'file' ? body.name : undefined
}
