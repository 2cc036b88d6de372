import type { Transcode } from './transcoding.ts'

/** Loads the transcoder with the first file that needs it. */
export const lazyTranscode: Transcode = async (file, kind, options) => {
  const { browserTranscode } = await import('./transcoder/browser-transcoder.ts')
  return browserTranscode(file, kind, options)
}
