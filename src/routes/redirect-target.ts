/**
 * The path to go to after a redirect: only a place within this site counts.
 * Takes a path such as `/messages?filter=unread`; "//host", backslashes, control characters and schemes give undefined (DEC-38).
 */
export const safeRedirect = (target: string | undefined): string | undefined => {
  if (target === undefined || !target.startsWith('/') || target.startsWith('//')) return undefined
  if (hasForbidden(target)) return undefined
  const base = 'https://origin.invalid'
  try {
    const address = new URL(target, base)
    // "/.//host" resolves to a path that is itself another host.
    if (address.origin !== base || address.pathname.startsWith('//')) return undefined
    return address.pathname + address.search + address.hash
  } catch {
    return undefined
  }
}

/** Browsers drop control characters and read "\" as "/", which turns a path into another host. */
const hasForbidden = (target: string): boolean =>
  [...target].some((character) => character === '\\' || character <= ' ' || character === '\u007f')
