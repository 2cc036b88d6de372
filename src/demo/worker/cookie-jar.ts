import type { CookieJar } from '#server/http/app.ts'

/**
 * The page's cookies, kept beside the backend: what passes between page and worker cannot carry any (DEC-114). They last
 * as long as the worker, and the page asks for a new pass to its files at each start.
 */
export function createCookieJar(): CookieJar {
  const pairs = new Map<string, string>()
  return {
    read: () => [...pairs].map(([name, value]) => `${name}=${value}`).join('; '),
    write: (cookie) => {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (at > 0) pairs.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
    },
  }
}
