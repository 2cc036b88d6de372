import type { Plugin } from 'vite'

/** Modules that no build may contain: the state machine inspector for development (DEC-33). */
const developmentModules =
  /\/(?:src|machines)\/inspection\/|\/schemas\/cross-tab\/inspection\.ts|\/inspector-screen\.tsx|\/locales\/[^/]+\/inspection\.po/

/** Fails a build that would ship the inspector. */
export const developmentOnly = (): Plugin => ({
  name: 'development-only',
  apply: 'build',
  generateBundle(_, bundle) {
    const shipped = Object.values(bundle)
      .flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
      .filter((id) => developmentModules.test(id))
    if (shipped.length > 0) this.error(`The build holds what is for development only: ${shipped.join(', ')}`)
  },
})
