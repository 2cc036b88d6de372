import { channelName } from '#schemas/cross-tab/tab-message.ts'
import type { ChannelPort } from '#streams/ports.ts'

/** BroadcastChannel between the tabs of this origin [XTAB-01]. */
export const createBrowserChannel = (): ChannelPort => {
  const channel = new BroadcastChannel(channelName)
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}
