const probeOrigin = 'https://origin.invalid'
// Browsers treat backslashes as slashes and drop control characters. Both can lead to another origin.
const deceptive = /[\\\p{Cc}]/u

/**
 * Returns the path on the own origin that a link or query names, such as `/messages?filter=unread`. Undefined for
 * anything else: schemes, hosts, `//` at the start or after resolving dots, backslashes and control characters
 * (DEC-38).
 */
export const safeRedirect = (target: string | undefined): string | undefined => {
  if (!target?.startsWith('/') || target.startsWith('//') || deceptive.test(target)) return undefined
  const { origin, pathname, search, hash } = new URL(target, probeOrigin)
  if (origin !== probeOrigin || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
