/** How Chromium, Firefox, Safari and the loader of our own styles say that a file of the app could not be had. */
const messages = [
  /Failed to fetch dynamically imported module/,
  /error loading dynamically imported module/,
  /Importing a module script failed/,
  /Unable to preload CSS/,
]

/** Whether a page failed because a part of the app could not be fetched: the network is gone, or a newer version is in its place. */
export const isPartMissing = (error: unknown): boolean =>
  error instanceof Error && messages.some((message) => message.test(error.message))

/**
 * Loads the page anew, once for each missing part in this tab: after a new version was put in place that is what helps. False
 * where it was tried before, or is no such failure.
 */
export const reloadOnce = (error: unknown, page: Pick<Window, 'sessionStorage' | 'location'>): boolean => {
  if (!(error instanceof Error) || !isPartMissing(error)) return false
  const key = `reloaded:${error.message}`
  try {
    if (page.sessionStorage.getItem(key) !== null) return false
    page.sessionStorage.setItem(key, '1')
  } catch {
    // Where nothing can be remembered it would be done again and again.
    return false
  }
  page.location.reload()
  return true
}
