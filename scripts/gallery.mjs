// Builds the gallery (the real screens over a made-up client) for the tests that look at single screens.
import { appSources, buildIfChanged } from './build-if-changed.mjs'
import { runTool } from './install.mjs'

const sources = [...appSources, 'test/gallery', 'scripts/gallery.mjs']

/** Builds into dist/gallery when anything that goes into it has changed. */
export const ensureGalleryBuilt = () =>
  buildIfChanged(sources, 'dist/gallery-fingerprint', () =>
    runTool('vite/bin/vite.js', ['build', '--config', 'test/gallery/vite.config.ts', '--logLevel', 'warn']),
  )
