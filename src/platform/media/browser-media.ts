import type { MediaPort } from '#streams/ports.ts'

/** The media port of this browser; what it needs is loaded with the first file. */
export const browserMedia: MediaPort = {
  async transcode(file, kind, { limit, onProgress, signal }) {
    const [{ prepareAttachment }, { lazyTranscode }] = await Promise.all([
      import('./prepare-attachment.ts'),
      import('./lazy-transcode.ts'),
    ])
    // Content from this browser's own storage is a Blob; bytes come from tests and other hosts alone.
    const picked = new File([file.content as BlobPart], file.name, { type: file.type })
    const limits = { image: limit, video: limit, audio: limit, file: limit }
    const options = { limits, transcode: lazyTranscode, onProgress, signal }
    // What kind it is was settled when it was sent.
    const made = await prepareAttachment({ file: picked, kind, isContainer: false }, options)
    if (!made.isOk) return made
    const { kind: _, ...rest } = made.value
    return { isOk: true, value: rest.isCompressed ? rest : { ...rest, file } }
  },
}
