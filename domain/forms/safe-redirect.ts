const probeOrigin = 'https://origin.invalid'
// Browsers read backslashes as slashes and drop control characters, either of which can leave the origin.
const deceptive = /[\\\p{Cc}]/u

/**
 * The path of our own origin that a link or query asks for, such as `/messages?filter=unread`; undefined for anything
 * else: schemes, hosts, `//` at the start or after resolving dots, backslashes and control characters (DEC-38).
 */
export const safeRedirect = (target: string | undefined): string | undefined => {
  if (!target?.startsWith('/') || target.startsWith('//') || deceptive.test(target)) return undefined
  const { origin, pathname, search, hash } = new URL(target, probeOrigin)
  if (origin !== probeOrigin || pathname.startsWith('//')) return undefined
  return pathname + search + hash
}
