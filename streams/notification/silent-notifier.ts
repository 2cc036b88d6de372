import type { NotifierPort } from '../ports.ts'

/** A notifier without output, for bots, load generators and tests. */
export const silentNotifier: NotifierPort = {
  hasFocus: () => true,
  subscribe: () => () => undefined,
  sound: () => undefined,
  vibrate: () => undefined,
  show: () => undefined,
  dismiss: () => undefined,
}
