import type { MediaPort } from '#streams/ports.ts'

/** The media port of this browser. Its code is loaded with the first file. */
export const browserMedia: MediaPort = {
  async transcode(file, kind, { limit, onProgress, signal }) {
    const [{ prepareAttachment }, { lazyTranscode }] = await Promise.all([
      import('./prepare-attachment.ts'),
      import('./lazy-transcode.ts'),
    ])
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
