// Playwright's set-up: everything the journeys are played on is built from the sources of this moment.
import { ensureBuilt } from './build.mjs'
import { ensureDemoBuilt } from './build-demo.mjs'
import { ensureGalleryBuilt } from './gallery.mjs'

export default function buildForJourneys() {
  ensureBuilt()
  ensureDemoBuilt()
  ensureGalleryBuilt()
}
