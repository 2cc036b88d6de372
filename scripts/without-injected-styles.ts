import type { Plugin } from 'vite'

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
