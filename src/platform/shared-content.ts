import { longestComposition } from '#domain/message/composition.ts'
import { readStoredRecord } from '#schemas/json-text.ts'
import { sharedContentCache } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'

/** Texts and files from another app, until the user sends or discards them. */
export interface SharedContent {
  readonly text: string
  readonly files: readonly File[]
  /** The names of files that could not be stored. */
  readonly omitted: readonly string[]
}

/** Shared content is erased after this time, ms. */
export const sharedContentLifetime = 60 * 60_000
/** The maximum number of stored shares. A page of another site could post any number. */
const maxShares = 4
/** The maximum number of stored files of one share: more than one message can hold. */
export const maxSharedFiles = 20
/** The maximum total size of the stored files of one share, bytes. */
export const maxSharedBytes = 512 * 1024 * 1024

type Caches = Pick<CacheStorage, 'open'>

/**
 * Stores shared content under a new id, which begins with the time. Files beyond the limits, or all if the device has no
 * space for them, are omitted.
 * @returns the id; undefined if there is nothing to store, or even the text cannot be stored
 */
export async function storeSharedContent(
  caches: Caches,
  { text, files, omitted }: SharedContent,
  now: number,
): Promise<string | undefined> {
  const fitting = fittingFiles(files)
  const others = files.filter((file) => !fitting.includes(file)).map(({ name }) => name)
  const content = {
    text: text.slice(0, longestComposition),
    files: fitting,
    omitted: [...omitted, ...others],
  }
  if (content.text === '' && files.length === 0 && omitted.length === 0) return undefined
  const id = `${now}-${crypto.randomUUID()}`
  const cache = await caches.open(sharedContentCache)
  const put = (stored: SharedContent) => cache.put(addressOf(id), new Response(writeContent(stored)))
  try {
    await put(content).catch(() =>
      put({ ...content, files: [], omitted: [...omitted, ...files.map(({ name }) => name)] }),
    )
  } catch {
    return undefined
  }
  await eraseExpiredContent(caches, now)
  return id
}

/** Returns shared content; undefined if it was erased, or is too old. */
export async function readSharedContent(
  caches: Caches,
  id: string,
  now: number,
): Promise<SharedContent | undefined> {
  if (isExpired(id, now)) return undefined
  const stored = await (await caches.open(sharedContentCache)).match(addressOf(id))
  return stored && readContent(await stored.formData())
}

export async function eraseSharedContent(caches: Caches, id: string): Promise<void> {
  await (await caches.open(sharedContentCache)).delete(addressOf(id))
}

/** Erases content that is too old, and the oldest if there are too many shares. */
export async function eraseExpiredContent(caches: Caches, now: number): Promise<void> {
  const cache = await caches.open(sharedContentCache)
  const ids = (await cache.keys()).map(({ url }) => new URL(url).pathname.slice(addressOf('').length))
  const newestFirst = ids.toSorted((one, other) => timeOf(other) - timeOf(one))
  const obsolete = newestFirst.filter((id, index) => index >= maxShares || isExpired(id, now))
  await Promise.all(obsolete.map((id) => cache.delete(addressOf(id))))
}

/**
 * Joins the texts of a share. Apps repeat the address in the text, and name a file in the title: such repetitions are
 * dropped.
 */
export function joinSharedTexts(texts: readonly string[], files: readonly Pick<File, 'name'>[]): string {
  const parts = [...new Set(texts.map((text) => text.trim()))].filter(
    (part) => part !== '' && !files.some(({ name }) => name === part),
  )
  return parts.filter((part) => !parts.some((other) => other !== part && other.includes(part))).join('\n')
}

/** The first files that fit together. */
function fittingFiles(files: readonly File[]): readonly File[] {
  let rest = maxSharedBytes
  return files.slice(0, maxSharedFiles).filter(({ size }) => {
    if (size > rest) return false
    rest -= size
    return true
  })
}

const addressOf = (id: string): string => `${paths.share}/${id}`
const timeOf = (id: string): number => Number(id.split('-', 1)[0])
/** Also for an id of another form, and for one from the future, because the clock was set back. */
const isExpired = (id: string, now: number): boolean => !(Math.abs(now - timeOf(id)) < sharedContentLifetime)

function writeContent({ text, omitted, files }: SharedContent): FormData {
  const form = new FormData()
  form.append('content', JSON.stringify({ text, omitted }))
  for (const file of files) form.append('files', file, file.name)
  return form
}

function readContent(form: FormData): SharedContent {
  const content = form.get('content')
  const { text, omitted } = readStoredRecord(typeof content === 'string' ? content : null)
  return {
    text: typeof text === 'string' ? text : '',
    files: form.getAll('files').filter((file) => typeof file !== 'string'),
    omitted: Array.isArray(omitted) ? omitted.map(String) : [],
  }
}
