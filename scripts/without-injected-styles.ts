import type { Plugin } from 'vite'

/** What the zooming library does when it is loaded: it adds a style element, which our content security policy forbids. */
const injection = 'styleInject(css_248z);'

/** Leaves that sheet out of builds; the few rules that are needed of it stand in our own modules. */
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
