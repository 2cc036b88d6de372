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
