import { serviceWorkerUrl } from '../addresses.ts'

/** Trusted Types, which TypeScript's library does not declare yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string | null }): unknown
}

const isOwnScript = (url: string): boolean => {
  const { origin, pathname } = new URL(url, location.href)
  return origin === location.origin && (pathname === serviceWorkerUrl || pathname.startsWith('/assets/'))
}

/** Allows the page to start its two workers from files of this build, as the only exception from its policy. */
export const allowOwnWorkers = (): void => {
  // Absent in browsers that do not enforce the policy either.
  const trustedTypes = Reflect.get(window, 'trustedTypes') as TrustedTypes | undefined
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOwnScript(url) ? url : null) })
}
