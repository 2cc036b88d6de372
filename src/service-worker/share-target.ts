import { joinSharedTexts, storeSharedContent } from '#src/platform/shared-content.ts'
import { paths } from '#src/routes/route-table.ts'

/** The names of the form's fields, as `share_target` in the manifest lists them. */
const textFields = ['title', 'text', 'url'] as const

interface ShareTargetServices {
  readonly origin: string
  readonly caches: Pick<CacheStorage, 'open'>
  readonly now: () => number
}

/**
 * Returns the response to a form with shared content, which the browser posts for another app: the content is stored,
 * and a redirect leads to the page that offers it. Undefined for any other request.
 */
export function answerShare(
  request: Request,
  { origin, caches, now }: ShareTargetServices,
): Promise<Response> | undefined {
  const { origin: requestOrigin, pathname } = new URL(request.url)
  if (request.method !== 'POST' || requestOrigin !== origin || pathname !== paths.share) return undefined
  const store = async () => {
    const form = await request.formData()
    const files = form
      .getAll('files')
      .filter((value) => typeof value !== 'string')
      // Browsers send an empty file for a field without one.
      .filter(({ name, size }) => name !== '' || size > 0)
    const texts = textFields.map((name) => form.get(name)).filter((value) => typeof value === 'string')
    return storeSharedContent(caches, { text: joinSharedTexts(texts, files), files, omitted: [] }, now())
  }
  // The form is damaged, or the browser has no storage. Without an id, the page shows that there is nothing to share.
  const stored = store().catch(() => undefined)
  return stored.then((id) => {
    const query = id === undefined ? '' : `?id=${id}`
    return Response.redirect(`${origin}${paths.share}${query}`, 303)
  })
}
