import { readFileSync, type Stats } from 'node:fs'
import { basename, join } from 'node:path'
import { type Brand, readBrand } from '#schemas/env/environment.ts'
import { statIfThere } from './directory-store.ts'

// A brand's directory holds `brand.json` and files with the names of the app's own, such as `icon.svg`, which are
// served in their place. The build stays the same for all brands [THEME-02].

const configurationFile = 'brand.json'

/** Reads `brand.json` of a brand's directory; undefined if it is missing or invalid. */
export function readBrandFile(directory: string): Brand | undefined {
  try {
    return readBrand(JSON.parse(readFileSync(join(directory, configurationFile), 'utf8')))
  } catch {
    // The caller stops with a message that names the directory.
    return undefined
  }
}

interface FoundFile {
  readonly file: string
  readonly facts: Stats
  readonly encoding: undefined
}

/** Finds the file of a brand that takes the place of the app's at a path of the root; undefined if it has none. */
export async function findBrandFile(directory: string, path: string): Promise<FoundFile | undefined> {
  const name = basename(path)
  if (path !== `/${name}` || name === configurationFile) return undefined
  const file = join(directory, name)
  const facts = await statIfThere(file)
  return facts && { file, facts, encoding: undefined }
}

/** Puts the title, the theme and the frame's colour of a brand into the built page, for the time before its script. */
export function brandPage(html: string, { name, theme, colour }: Brand): string {
  const attributes: readonly (readonly [RegExp, string | undefined])[] = [
    [/(<title>)[^<]*(<)/, name],
    [/(<meta name="apple-mobile-web-app-title" content=")[^"]*(")/, name],
    [/(<html [^>]*data-theme=")[^"]*(")/, theme],
    [/(<meta name="theme-color" content=")[^"]*(")/, colour],
  ]
  return attributes.reduce(
    (page, [place, value]) =>
      value === undefined
        ? page
        : page.replace(place, (_, before: string, after: string) => `${before}${escaped(value)}${after}`),
    html,
  )
}

/** Puts the name and the colours of a brand into the built web app manifest. */
export function brandManifest(manifest: string, { name, colour }: Brand): string {
  return JSON.stringify({
    ...JSON.parse(manifest),
    ...(name === undefined ? {} : { name, short_name: name }),
    ...(colour === undefined ? {} : { theme_color: colour, background_color: colour }),
  })
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
