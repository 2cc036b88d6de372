/** Whether the page runs as an installed app (DEC-46). */
export const isInstalled = (): boolean =>
  ['standalone', 'fullscreen', 'minimal-ui'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)

/** Returns the browser features that are missing over plain HTTP, by their names (DEC-117). */
export const missingFeatures = (): readonly string[] => {
  const powers: readonly (readonly [string, unknown])[] = [
    ['Web Crypto', globalThis.crypto?.subtle],
    ['Web Locks', navigator.locks],
    ['Service Worker', navigator.serviceWorker],
    ['Clipboard', navigator.clipboard],
    ['MediaDevices', navigator.mediaDevices],
  ]
  return powers.filter(([, power]) => power === undefined).map(([name]) => name)
}
