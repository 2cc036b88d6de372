import { browserMedia } from '#src/platform/media/browser-media.ts'
import type { Ports } from '#streams/ports.ts'
import { createAppNotifier } from './notifier.ts'
import { createBrowserPush } from './ports/push.ts'
import type { Translation } from './translation.ts'

/** The ports that only a signed-in account needs. */
export type AccountPorts = Required<Pick<Ports, 'notifier' | 'media' | 'push'>>

/** This browser's ports for an account, loaded with the account program. */
export const createAccountPorts = (translation: Translation): AccountPorts => ({
  notifier: createAppNotifier(translation),
  media: browserMedia,
  push: createBrowserPush(window),
})
