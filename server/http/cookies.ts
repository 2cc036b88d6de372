import { originOf, type Peer } from '../ports.ts'

interface NewCookie {
  readonly name: string
  readonly value: string
  readonly path: string
  /** Seconds. */
  readonly maxAge: number
}

/**
 * Returns the Set-Cookie value of a cookie that scripts cannot read and that is never sent with a request another site
 * started. Over HTTPS its name has the prefix that keeps other hosts and plain HTTP from setting it; elsewhere browsers
 * refuse the prefix.
 */
export function writeCookie({ name, value, path, maxAge }: NewCookie, peer: Peer): string {
  const isSecure = originOf(peer).startsWith('https:')
  const prefix = path === '/' ? '__Host-' : '__Secure-'
  return [
    `${isSecure ? prefix : ''}${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Returns the values of a Cookie header whose names, without their prefix, match. */
export const readCookies = (cookies: string, name: RegExp): readonly string[] =>
  cookies
    .split(';')
    .map((pair) => pair.trim().split('='))
    .flatMap(([found = '', value = '']) =>
      name.test(found.replace(/^__(Host|Secure)-/, '')) && value !== '' ? [value] : [],
    )
