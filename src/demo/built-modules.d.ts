/** MSW's service worker with our guard, built by vite.demo.config.ts. */
declare module 'virtual:guarded-mock-service-worker'

/** A compiled catalog. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
