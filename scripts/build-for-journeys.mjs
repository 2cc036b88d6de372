// Playwright's set-up: builds everything that the browser tests use from the current sources.
import { ensureBuilt } from './build.mjs'
import { ensureDemoBuilt } from './build-demo.mjs'
import { ensureGalleryBuilt } from './gallery.mjs'

export default function buildForJourneys() {
  ensureBuilt()
  ensureDemoBuilt()
  ensureGalleryBuilt()
}
