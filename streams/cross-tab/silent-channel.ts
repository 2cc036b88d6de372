import type { ChannelPort } from '../ports.ts'

/** A channel with nobody else on it. */
export const silentChannel: ChannelPort = { post: () => undefined, subscribe: () => () => undefined }
