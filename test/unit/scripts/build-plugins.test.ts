import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { developmentOnly } from '../../../scripts/build-plugins.ts'

/** Runs the check on a bundle with one chunk of these modules; returns its error. */
function check(...moduleIds: readonly string[]): string | undefined {
  const { generateBundle } = developmentOnly()
  if (typeof generateBundle !== 'function') throw new Error('The plugin checks nothing')
  let said: string | undefined
  const context = { error: (message: string) => (said = message) }
  const bundle = { 'a.js': { type: 'chunk', moduleIds }, 'a.css': { type: 'asset' } }
  // The check uses these parts of context and bundle only.
  generateBundle.call(context as never, {} as never, bundle as unknown as Rolldown.OutputBundle, true)
  return said
}

describe('a build', () => {
  it.each([
    '/home/src/inspection/inspector.ts',
    '/home/machines/inspection/all-charts.ts',
    '/home/schemas/cross-tab/inspection.ts',
    '/home/src/features/command-center/inspector-screen.tsx',
    '/home/src/features/command-center/sequence-view.tsx',
    '/home/node_modules/elkjs/lib/elk.bundled.js',
    '/home/locales/vi-VN/inspection.po',
  ])('that holds %s fails', (module) => {
    expect(check('/home/src/app/main.tsx', module)).toContain(module)
  })

  it('that holds the diagnostics passes', () => {
    expect(check('/home/src/features/command-center/diagnostics-screen.tsx')).toBeUndefined()
  })
})
