import type { VisibilityPort } from '#streams/ports.ts'

/** Whether this tab is visible and the device has a network. */
export const browserVisibility: VisibilityPort = {
  isVisible: () => document.visibilityState === 'visible',
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}
