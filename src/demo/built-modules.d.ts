/** MSW's service worker as its package brings it, behind our guard; put together by vite.demo.config.ts. */
declare module 'virtual:guarded-mock-service-worker'

/** A catalog, compiled. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages
}
