import { channelName } from '#schemas/cross-tab/tab-message.ts'
import type { ChannelPort } from '#streams/ports.ts'

/** BroadcastChannel between the tabs of this origin, the app's own unless another one is named [XTAB-01]. */
export const createBrowserChannel = (name: string = channelName): ChannelPort => {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const receive = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', receive)
      return () => channel.removeEventListener('message', receive)
    },
  }
}
