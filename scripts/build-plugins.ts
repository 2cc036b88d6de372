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

/** The zoom library adds a style element when it loads, which our content security policy forbids. */
const injection = 'styleInject(css_248z);'

/** Removes that style sheet from builds. Our own CSS modules contain the few rules that are needed. */
export const withoutInjectedStyles = (): Plugin => ({
  name: 'without-injected-styles',
  apply: 'build',
  transform(code, id) {
    if (!/\/react-zoom-pan-pinch\/dist\/[^/]+\.js/.test(id)) return undefined
    if (!code.includes(injection))
      this.error('the sheet of react-zoom-pan-pinch is added in another way than known')
    return { code: code.replace(injection, ''), map: null }
  },
})
