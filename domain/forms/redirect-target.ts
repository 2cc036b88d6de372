const probeOrigin = 'https://probe.invalid'
// Backslashes and control characters are read as slashes or dropped by browsers, which would leave the origin.
const deceptive = /[\\\p{Cc}]/u

/**
 * Takes the redirect of a link or query and returns it when it is a path of our own origin, else `fallback`:
 * schemes, hosts, `//`, backslashes and the sign-in pages themselves are refused [AUTH-07] (DEC-38).
 */
export const redirectTarget = (requested: string | undefined, fallback: string): string => {
  if (!requested?.startsWith('/') || requested.startsWith('//') || deceptive.test(requested)) return fallback
  const resolved = new URL(requested, probeOrigin)
  if (resolved.origin !== probeOrigin || resolved.pathname.startsWith('//')) return fallback
  if (resolved.pathname.startsWith('/auth/')) return fallback
  return resolved.pathname + resolved.search + resolved.hash
}
