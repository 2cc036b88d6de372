/** Whether the page runs as an installed app, at any width (DEC-46). */
export const isInstalled = (): boolean =>
  ['standalone', 'fullscreen', 'minimal-ui'].some((mode) => matchMedia(`(display-mode: ${mode})`).matches)

/** What a page over plain HTTP is not given, by the names browsers use (DEC-117). */
export const missingPowers = (): readonly string[] => {
  const powers: readonly (readonly [string, unknown])[] = [
    ['Web Crypto', globalThis.crypto?.subtle],
    ['Web Locks', navigator.locks],
    ['Service Worker', navigator.serviceWorker],
    ['Clipboard', navigator.clipboard],
    ['MediaDevices', navigator.mediaDevices],
  ]
  return powers.filter(([, power]) => power === undefined).map(([name]) => name)
}
