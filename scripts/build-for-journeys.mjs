// Playwright's set-up: builds everything that the browser tests use from the current sources.
import { runToolsTogether } from './install.mjs'

export default () =>
  runToolsTogether([['scripts/build-demo.mjs'], ['scripts/build.mjs'], ['scripts/gallery.mjs']])
