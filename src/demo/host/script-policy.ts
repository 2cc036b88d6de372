import { serviceWorkerUrl } from '../addresses.ts'

/** What browsers with Trusted Types bring; TypeScript's library does not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const isOwnScript = (url: string): boolean => {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && (pathname === serviceWorkerUrl || pathname.startsWith('/assets/'))
}

/** The one exception from the page's policy: its two workers may be started, from this build's files and no others. */
export const allowOwnWorkers = (): void => {
  // Absent in browsers that do not enforce the policy either.
  const trustedTypes = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) })
}
