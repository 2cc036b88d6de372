// Builds the gallery (the real screens with a fixture client) for tests of single screens.
import { pathToFileURL } from 'node:url'
import { appSources, buildIfChanged } from './build-if-changed.mjs'
import { runTool } from './install.mjs'

const sources = [...appSources, 'test/gallery', 'scripts/gallery.mjs']

/** Builds into dist/gallery if any of its sources has changed. */
export const ensureGalleryBuilt = () =>
  buildIfChanged(sources, 'dist/gallery-fingerprint', () =>
    runTool('vite/bin/vite.js', ['build', '--config', 'test/gallery/vite.config.ts', '--logLevel', 'warn']),
  )

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureGalleryBuilt()
