import type { MediaPort, Ports } from '#streams/ports.ts'
import { createAppNotifier } from './notifier.ts'
import { createBrowserPush } from './ports/browser-push.ts'
import type { Translation } from './translation.ts'

/** The ports that only a signed-in account needs. */
export type AccountPorts = Required<Pick<Ports, 'notifier' | 'media' | 'push'>>

/** This browser's ports for an account, loaded with the account program. */
export const createAccountPorts = (translation: Translation): AccountPorts => ({
  notifier: createAppNotifier(translation),
  media: browserMedia,
  push: createBrowserPush(window),
})

/** The media port of this browser. Its code is loaded with the first file. */
const browserMedia: MediaPort = {
  async transcode(file, kind, { limit, onProgress, signal }) {
    const { lazyTranscode, prepareAttachment } = await import('#src/platform/media/prepare-attachment.ts')
    // Browsers store Blobs. Plain bytes come from tests and other hosts only.
    const picked = new File([file.content as BlobPart], file.name, { type: file.type })
    const limits = { image: limit, video: limit, audio: limit, file: limit }
    const options = { limits, transcode: lazyTranscode, onProgress, signal }
    // The kind was decided when the message was sent.
    const made = await prepareAttachment({ file: picked, kind, isContainer: false }, options)
    if (!made.isOk) return made
    const { kind: _, ...rest } = made.value
    return { isOk: true, value: rest.isCompressed ? rest : { ...rest, file } }
  },
}
