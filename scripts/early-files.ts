import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { HtmlTagDescriptor, Plugin } from 'vite'

/** The script that dresses the page, which nothing may wait for: under a name that changes with its content it is never asked for again. */
const dressing = 'first-paint.js'

/** Has the page fetch what every start needs while its first script looks for what it can paint. */
export const earlyFiles = (): Plugin => ({
  name: 'early-files',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: dressingFile(), source: readFileSync(`public/${dressing}`) })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const start = Object.values(bundle).find((output) => output.type === 'chunk' && output.name === 'start')
      if (start?.type !== 'chunk') throw new Error('the build has no file of what every start needs')
      const styles = [...(start.viteMetadata?.importedCss ?? [])]
      return {
        html: html.replace(`src="/${dressing}"`, `src="/${dressingFile()}"`),
        tags: [
          ...styles.map((file) => linkTo(file, { rel: 'stylesheet' })),
          // Fetched and not compiled yet: that would take the processor from what is painted first.
          linkTo(start.fileName, { rel: 'preload', as: 'script' }),
        ],
      }
    },
  },
})

const dressingFile = (): string => {
  const hash = createHash('sha256')
    .update(readFileSync(`public/${dressing}`))
    .digest('base64url')
  return `assets/first-paint-${hash.slice(0, 8)}.js`
}

const linkTo = (file: string, attributes: Record<string, string>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attributes, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})
